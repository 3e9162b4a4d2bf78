import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { formatClock } from '#shared/domain/time-words.ts';
import { currentLang, number, t } from '#web/i18n.ts';
import { DayCard, FreeButton } from './day-card.tsx';
import { columnName } from './day-grid.tsx';
import type { DayPlan } from './day-plan.ts';
import type { DayPart } from './day-view.tsx';

const timeWord = (minute: number) => formatClock(currentLang(), timeOfMinutes(minute));

interface DayAgendaProps extends DayPart {
  plan: DayPlan;
  now: number | null;
}

/** A day on a phone: one time below the other, what is free by three; one room or all of them. */
export function DayAgenda({ plan, now, ...part }: DayAgendaProps) {
  const [room, setRoom] = useState<number | null>(null);
  const [all, setAll] = useState(false);
  const columns = plan.columns
    .map((one, index) => ({ ...one, index }))
    .filter(({ column }) => room === null || column.room === room);
  const rows = plan.rows.filter((from) =>
    columns.some(({ visits, free }) => [...visits, ...free].some((one) => one.from === from)),
  );
  // What was over an hour ago stands behind a button.
  const past = now === null || all ? [] : rows.filter((from) => from < now - 60);
  const shown = rows.slice(past.length);
  const nextRow = now === null ? undefined : shown.find((from) => from > now);
  return (
    <div className="tg-agenda">
      {plan.columns.length > 1 && (
        <div role="group" aria-label={t('staff.calendar.rooms')} className="tg-rooms">
          <button type="button" aria-pressed={room === null} onClick={() => setRoom(null)}>
            {t('staff.calendar.allRooms')}
          </button>
          {plan.columns.flatMap(({ column }) =>
            column.room === null
              ? []
              : [
                  <button
                    key={column.key}
                    type="button"
                    aria-pressed={room === column.room}
                    aria-label={t('staff.calendar.room', { n: number(column.room) })}
                    onClick={() => setRoom(column.room)}
                  >
                    {number(column.room)}
                  </button>,
                ],
          )}
        </div>
      )}
      {past.length > 0 && (
        <button type="button" className="board-more" onClick={() => setAll(true)}>
          {t('staff.calendar.earlier')}
          <ChevronDown size={18} strokeWidth={1.7} aria-hidden="true" />
        </button>
      )}
      <ol>
        {shown.map((from) => (
          <li key={from}>
            {from === nextRow && now !== null && <p className="tg-now-line num">{timeWord(now)}</p>}
            <div className="tg-row">
              <b className="num">{timeWord(from)}</b>
              <div className="grid min-w-0 gap-[6px]">
                {columns.flatMap(({ visits, column, index, free }) =>
                  visits
                    .filter((visit) => visit.from === from)
                    .map(({ row, to }) => (
                      <DayCard
                        key={row.id}
                        flat
                        reachable
                        row={row}
                        arrived={part.arrivals.get(row.id)}
                        roomWord={column.room === null ? null : columnName({ column, visits, free })}
                        service={part.names.service(row.service)}
                        actions={part.actions}
                        noteElsewhere={part.noteOpen !== null && part.noteOpen !== row.id}
                        movable={false}
                        carried={false}
                        {...{ column: index, from, to }}
                      />
                    )),
                )}
                <div className="tg-three">
                  {columns.flatMap(({ column, free, index }) => {
                    const gap = free.find((time) => time.from === from);
                    if (!gap || column.room === null) return [];
                    return [
                      <FreeButton
                        key={column.key}
                        flat
                        reachable
                        room={column.room}
                        outside={gap.outside}
                        open={part.open?.room === column.room && part.open.from === from}
                        onChoose={part.onChoose}
                        {...{ column: index, from, to: gap.to }}
                      />,
                    ];
                  })}
                </div>
              </div>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
