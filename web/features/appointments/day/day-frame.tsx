import type { CSSProperties } from 'react';
import { t } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';
import { AbsenceLine } from './away-line.tsx';
import { formatColumnName } from './column-name.ts';
import { columnStyle } from './day-card.tsx';
import { type DayPlan, hasRoomOrDoctor, listFullHours } from './day-plan.ts';
import { doSpansOverlap } from './lanes.ts';
import { formatAxisTime } from './time-word.ts';

/** Column headings: room or doctor, number of free times and absences. */
export const Head = ({ columns }: Pick<DayPlan, 'columns'>) => (
  <div role="row" className="tg-head">
    <div role="columnheader" className="text-ink-2">
      {t('staff.calendar.time')}
    </div>
    {columns.map((column) => (
      <div key={column.column.key} role="columnheader">
        <b className="truncate" dir="auto">
          {formatColumnName(column.column)}
        </b>
        {hasRoomOrDoctor(column.column) && (
          <small className="num">
            {t('staff.calendar.freeCount', { n: column.free.filter(({ outside }) => !outside).length })}
          </small>
        )}
        {column.away.map((one) => (
          <AbsenceLine key={one.from} away={one} />
        ))}
      </div>
    ))}
  </div>
);

/** Minutes around the current time in which the label of a full hour would lie under that of the time. */
const labelMinutes = 12;

interface BackdropProps {
  plan: DayPlan;
  /** Current minute of the day, if the day shown is today. */
  now: number | null;
}

/**
 * Hours, columns and closed hours behind the cards, and the sticky time axis. Screen readers get the times
 * from the rows.
 */
export function Backdrop({ plan, now }: BackdropProps) {
  const { hours, closed, columns } = plan;
  return (
    <div aria-hidden="true">
      <div className="tg-axis">
        {listFullHours(hours).map((hour) => (
          <span
            key={hour}
            className={cx('num', now !== null && Math.abs(hour - now) < labelMinutes && 'invisible')}
            style={{ '--from': hour } as CSSProperties}
          >
            {formatAxisTime(hour)}
          </span>
        ))}
        {now !== null && (
          <b className="num" style={{ '--from': now } as CSSProperties}>
            {formatAxisTime(now)}
          </b>
        )}
      </div>
      {listFullHours(hours).map((hour) => (
        <span key={hour} className="tg-hour" style={{ '--from': hour } as CSSProperties} />
      ))}
      {columns.map(({ column }, index) => (
        <span key={column.key} className="tg-column" style={columnStyle(index)} />
      ))}
      {columns.flatMap(({ column, off }, index) =>
        off.map(({ from, to }) => (
          <span
            key={`${column.key} ${from}`}
            className="tg-closed tg-off"
            style={{ ...columnStyle(index), '--from': from, '--mins': to - from } as CSSProperties}
          />
        )),
      )}
      {columns.flatMap(({ column, away, visits }, index) =>
        away.map(({ from, to }) => (
          <span
            key={`${column.key} away ${from}`}
            className="tg-closed tg-off"
            style={{ ...columnStyle(index), '--from': from, '--mins': to - from } as CSSProperties}
          >
            {!visits.some((visit) => doSpansOverlap(visit, { from, to })) && (
              <span>{t('staff.calendar.away')}</span>
            )}
          </span>
        )),
      )}
      {closed.map(({ from, to }) => (
        <span
          key={from}
          className="tg-closed"
          style={{ '--from': from, '--mins': to - from } as CSSProperties}
        >
          <span>{t('staff.calendar.closed')}</span>
        </span>
      ))}
    </div>
  );
}
