import { X } from 'lucide-react';
import * as Popover from 'radix-ui/popover';
import { type KeyboardEvent, useRef } from 'react';
import { timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { formatTime } from '#shared/domain/format-time.ts';
import { currentLang, t } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { formatColumnName } from './column-name.ts';
import { DayCard, getGridPositionStyle, OtherDoctorsTime } from './day-card.tsx';
import type { DayPlan } from './day-plan.ts';
import type { DayPart } from './day-view.tsx';
import type { FoldedAppointments } from './lanes.ts';
import { formatAxisTime } from './time-word.ts';
import type { MovingControls } from './use-moving-appointment.ts';

/** Identifies an open list: its column and start. */
export interface OpenMore {
  key: string;
  from: number;
}

const buildMoreSlotId = ({ key, from }: OpenMore): string => `more-${key}-${from}`;
const findMoreButton = (open: OpenMore) =>
  document.querySelector<HTMLElement>(`[data-slot="${buildMoreSlotId(open)}"]`);

interface MoreButtonProps {
  folded: FoldedAppointments;
  /** Key of the column. */
  of: string;
  column: number;
  reachable: boolean;
  open: boolean;
  onOpen(open: OpenMore): void;
}

/** Button with the number of appointments that have no space; opens their list. */
export function MoreButton({ folded, of: key, column, reachable, open, onOpen }: MoreButtonProps) {
  const { from, to, visits } = folded;
  const n = visits.length;
  return (
    <button
      type="button"
      data-slot={buildMoreSlotId({ key, from })}
      data-column={column}
      data-from={from}
      tabIndex={reachable ? 0 : -1}
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-label={t('staff.calendar.moreAt', { n, time: formatTime(currentLang(), timeOfMinutes(from)) })}
      style={getGridPositionStyle({ column, from, to })}
      onClick={() => onOpen({ key, from })}
      className={cx('tg-spot tg-fold', open && 'is-open')}
    >
      <span className="num">{t('staff.calendar.plus', { n })}</span>
    </button>
  );
}

interface MoreVisitsProps extends Pick<DayPart, 'names' | 'actions' | 'arrivals' | 'isMovable'> {
  open: OpenMore;
  plan: DayPlan;
  carry: MovingControls;
  onClose(): void;
}

/**
 * List of the further appointments at a time: each can be opened, dragged out of the list or moved with M.
 * The list hides while an appointment is dragged, and closes if its group no longer exists.
 */
export function MoreVisits({ open, plan, carry, onClose, ...part }: MoreVisitsProps) {
  const anchor = useRef<HTMLElement | null>(findMoreButton(open));
  const index = plan.columns.findIndex(({ column }) => column.key === open.key);
  const here = plan.columns[index];
  const found = here?.folded.find(({ from }) => from === open.from);
  if (!here || !found) return null;
  const { from, to, visits } = found;
  const title = t('common.time.range', { from: formatAxisTime(from), to: formatAxisTime(to) });
  const { carried } = carry;
  function onKeyDown(event: KeyboardEvent) {
    const id = (event.target as HTMLElement).closest<HTMLElement>('[data-visit]')?.dataset.visit;
    const visit = visits.find(({ row }) => String(row.id) === id);
    if (event.code !== 'KeyM' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!visit || !part.isMovable(visit.row)) return;
    event.preventDefault();
    // The arrow keys belong to the grid, which gets the focus.
    carry.take(visit.row, 'keys');
    onClose();
  }
  return (
    <Popover.Root open onOpenChange={(next) => !next && onClose()}>
      <Popover.Anchor virtualRef={anchor as { current: HTMLElement }} />
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          aria-label={t('staff.calendar.moreAt', { n: visits.length, time: formatAxisTime(from) })}
          onKeyDown={onKeyDown}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            findMoreButton(open)?.focus();
          }}
          className={cx('tg-pop', visits.length <= 8 && 'tg-pop-whole', carried?.by === 'hand' && 'is-away')}
        >
          <div className="flex items-start gap-3">
            <div className="min-w-0 flex-1">
              <b className="num block font-display text-[1.25rem] leading-tight font-normal">{title}</b>
              <small className="text-xs text-ink-2">{formatColumnName(here.column)}</small>
            </div>
            <IconButton label={t('common.action.close')} className="-m-2" onClick={onClose}>
              <X size={20} strokeWidth={1.7} aria-hidden="true" />
            </IconButton>
          </div>
          <ul className="grid gap-[6px]">
            {visits.map(({ row, isOthers, ...span }) => (
              <li key={row.id} className="min-w-0">
                {isOthers ? (
                  <OtherDoctorsTime flat column={index} from={span.from} to={span.to} />
                ) : (
                  <DayCard
                    flat
                    reachable
                    row={row}
                    arrived={part.arrivals.get(row.id)}
                    hers={here.column.doctor !== null}
                    service={part.names.service(row.service)}
                    actions={part.actions}
                    movable={part.isMovable(row)}
                    carried={carried?.row.id === row.id}
                    column={index}
                    from={span.from}
                    to={span.to}
                  />
                )}
              </li>
            ))}
          </ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
