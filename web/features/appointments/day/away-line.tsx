import { CalendarX } from 'lucide-react';
import { joinWithComma, t } from '#web/i18n.ts';
import { formatColumnName } from './column-name.ts';
import type { AwayTime, DayPlan } from './day-plan.ts';
import { formatAxisTime } from './time-word.ts';

/** A doctor's absence on that day; links to the displaced appointments, if there are any. */
export function AbsenceLine({ away, name }: { away: AwayTime; name?: string }) {
  const { from, to, disruptionId, displaced } = away;
  const words = (
    <>
      <CalendarX size={14} strokeWidth={2} aria-hidden="true" className="flex-none" />
      <span className="num">
        {joinWithComma(
          name,
          `${t('staff.calendar.away')} ${t('common.time.range', { from: formatAxisTime(from), to: formatAxisTime(to) })}`,
          displaced > 0 ? t('staff.calendar.displacedCount', { n: displaced }) : null,
        )}
      </span>
    </>
  );
  if (disruptionId === null) return <p className="tg-away">{words}</p>;
  return (
    <a href={`/clinic/disruptions/${disruptionId}`} className="tg-away">
      {words}
    </a>
  );
}

/** Absences of the day, for layouts without columns. */
export const DayAbsences = ({ plan }: { plan: DayPlan }) =>
  plan.columns.flatMap(({ column, away }) =>
    away.map((one) => (
      <AbsenceLine key={`${column.key} ${one.from}`} away={one} name={formatColumnName(column)} />
    )),
  );
