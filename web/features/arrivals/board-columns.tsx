import { CalendarClock, Check, ChevronDown, DoorOpen, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { columns as allColumns, type BoardColumn } from '#shared/domain/visits/visit-stage.ts';
import { formatNumberInLang, t } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';
import { Kbd } from '#web/ui/frame/kbd.tsx';
import type { Board } from './use-board.ts';
import { type CardActions, VisitCard } from './visit-card.tsx';

const icons = { expected: CalendarClock, waiting: Hourglass, with_doctor: DoorOpen, done: Check } as const;
/** Number of cards that a column shows before "show more". */
const initialCardLimits: Partial<Record<BoardColumn, number>> = { expected: 12, done: 8 };

interface BoardColumnsProps {
  board: Pick<Board, 'columns' | 'kept'>;
  /** The column shown on a phone. */
  shown: BoardColumn;
  onShow(column: BoardColumn): void;
  current: number | null;
  isToday: boolean;
  now: Date;
  actions: CardActions;
}

/** The four columns; on a phone one at a time, chosen by tabs. */
export function BoardColumns({ board, shown, onShow, ...cards }: BoardColumnsProps) {
  return (
    <>
      <div role="group" aria-label={t('desk.columns')} className="board-tabs">
        {allColumns.map((column) => (
          <button
            key={column}
            type="button"
            data-tab={column}
            aria-pressed={column === shown}
            onClick={() => onShow(column)}
          >
            <b className="num">{formatNumberInLang(board.columns[column].length)}</b>{' '}
            {t(`desk.tab.${column}`)}
          </button>
        ))}
      </div>
      <div className="board-columns">
        {allColumns.map((column, i) => (
          <Column key={column} column={column} digit={i + 1} board={board} shown={shown} {...cards} />
        ))}
      </div>
    </>
  );
}

function Column({
  column,
  digit,
  board,
  shown,
  current,
  ...card
}: Omit<BoardColumnsProps, 'onShow'> & { column: BoardColumn; digit: number }) {
  const [all, setAll] = useState(false);
  const cards = board.columns[column];
  const Icon = icons[column];
  const few = initialCardLimits[column];
  const hidden = all || few === undefined ? 0 : Math.max(0, cards.length - few);
  const standing = hidden > 0 ? cards.slice(0, few) : cards;
  const here = standing.some(({ id }) => id === current);
  return (
    <section
      data-column={column}
      aria-labelledby={`column-${column}`}
      className={cx('board-column', column !== shown && 'max-lg:hidden')}
    >
      <h2 id={`column-${column}`} className="board-heading">
        <Icon size={18} strokeWidth={1.7} aria-hidden="true" />
        {t(`desk.column.${column}`)}
        <span className="rounded-full bg-surface px-2 text-small font-medium text-ink-2 num">
          {formatNumberInLang(cards.length)}
        </span>
        <span className="ms-auto max-lg:hidden touch:hidden">
          <Kbd aria-hidden="true">{String(digit)}</Kbd>
        </span>
      </h2>
      {cards.length === 0 && (
        <p className="px-2 py-4 text-center text-small text-ink-2">{t(`desk.column.empty.${column}`)}</p>
      )}
      {standing.map((one, at) => (
        <VisitCard
          key={one.id}
          card={one}
          current={one.id === current}
          reachable={here ? one.id === current : at === 0}
          kept={board.kept.some(({ id, waits }) => waits && id === one.id)}
          {...card}
        />
      ))}
      {hidden > 0 && (
        <button type="button" className="board-more" onClick={() => setAll(true)}>
          {t('desk.column.more', { n: hidden })}
          <ChevronDown size={18} strokeWidth={1.7} aria-hidden="true" />
        </button>
      )}
    </section>
  );
}
