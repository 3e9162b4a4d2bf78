import { ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatNumberInLang, t } from '#web/i18n.ts';
import { DayAbsences } from './away-line.tsx';
import { formatColumnName } from './column-name.ts';
import { DayCard, FreeButton } from './day-card.tsx';
import { type DayPlan, hasRoomOrDoctor } from './day-plan.ts';
import type { DayPart } from './day-view.tsx';
import { formatAxisTime } from './time-word.ts';
import { useGridFocus } from './use-grid-focus.ts';

interface DayAgendaProps extends DayPart {
  plan: DayPlan;
  now: number | null;
}

/** A day on a phone: times in one list, free times in groups of three; one room or all. */
export function DayAgenda({ plan, now, ...part }: DayAgendaProps) {
  const box = useRef<HTMLDivElement>(null);
  const focus = useGridFocus(box, undefined, part.takesFocus);
  const [chosen, setChosen] = useState<string | null>(null);
  const [all, setAll] = useState(false);
  const byDoctor = plan.columns.some(({ column }) => column.doctor !== null);
  const columns = plan.columns
    .map((one, index) => ({ ...one, index, visits: one.visits.filter(({ isOthers }) => !isOthers) }))
    .filter(({ column }) => chosen === null || column.key === chosen);
  const rows = plan.rows.filter((from) =>
    columns.some(({ visits, free }) => [...visits, ...free].some((one) => one.from === from)),
  );
  // Times that were over an hour ago are hidden behind a button.
  const past = now === null || all ? [] : rows.filter((from) => from < now - 60);
  const shown = rows.slice(past.length);
  const nextRow = now === null ? undefined : shown.find((from) => from > now);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- what stands in it takes focus
    <div ref={box} onFocus={focus.onFocus} onBlur={focus.onBlur} className="tg-agenda">
      {plan.columns.length > 1 && (
        <div
          role="group"
          aria-label={t(byDoctor ? 'staff.calendar.doctors' : 'staff.calendar.rooms')}
          className="tg-rooms"
        >
          <button type="button" aria-pressed={chosen === null} onClick={() => setChosen(null)}>
            {t(byDoctor ? 'staff.calendar.allDoctors' : 'staff.calendar.allRooms')}
          </button>
          {plan.columns.flatMap(({ column }) =>
            !hasRoomOrDoctor(column)
              ? []
              : [
                  <button
                    key={column.key}
                    type="button"
                    aria-pressed={chosen === column.key}
                    aria-label={formatColumnName(column)}
                    onClick={() => setChosen(column.key)}
                  >
                    {column.room === null ? formatColumnName(column) : formatNumberInLang(column.room)}
                  </button>,
                ],
          )}
        </div>
      )}
      <DayAbsences plan={plan} />
      {past.length > 0 && (
        <button type="button" className="board-more" onClick={() => setAll(true)}>
          {t('staff.calendar.earlier')}
          <ChevronDown size={18} strokeWidth={1.7} aria-hidden="true" />
        </button>
      )}
      <ol>
        {shown.map((from) => (
          <li key={from}>
            {from === nextRow && now !== null && <p className="tg-now-line num">{formatAxisTime(now)}</p>}
            <div className="tg-row">
              <b className="num">{formatAxisTime(from)}</b>
              <div className="grid min-w-0 gap-[6px]">
                {columns.flatMap(({ visits, column, index }) =>
                  visits
                    .filter((visit) => visit.from === from)
                    .map(({ row, to }) => (
                      <DayCard
                        key={row.id}
                        flat
                        reachable
                        row={row}
                        arrived={part.arrivals.get(row.id)}
                        roomWord={column.room === null ? null : formatColumnName(column)}
                        service={part.names.service(row.service)}
                        actions={part.actions}
                        movable={false}
                        carried={false}
                        {...{ column: index, from, to }}
                      />
                    )),
                )}
                <div className="tg-three">
                  {columns.flatMap(({ column, free, index }) => {
                    const gap = free.find((time) => time.from === from);
                    if (!gap) return [];
                    return [
                      <FreeButton
                        key={column.key}
                        flat
                        reachable
                        of={column.key}
                        where={formatColumnName(column)}
                        outside={gap.outside}
                        open={part.open?.key === column.key && part.open.from === from}
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
