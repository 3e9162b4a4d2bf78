import { listSchedules, type Schedule } from '#shared/contract/schedules.ts';
import { formatTime, weekdayName } from '#shared/domain/format-time.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

const formatShifts = (shifts: readonly Schedule[]): string =>
  joinWithComma(
    ...shifts.flatMap(({ startTime, endTime }) =>
      startTime
        ? [[startTime, endTime].flatMap((time) => (time ? formatTime(currentLang(), time) : [])).join(' - ')]
        : [],
    ),
  );

/** Consultation hours by weekday; days with the same hours are grouped. */
export function WeeklyHours({ locationId }: { locationId: number }) {
  const { data } = useRead(listSchedules, { params: { id: locationId } });
  if (!data) return <Skeleton className="h-10" />;
  const lang = currentLang();
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) =>
    formatShifts(data.filter(({ dayOfWeek, isAvailable }) => dayOfWeek === day && isAvailable)),
  );
  const runs: { from: number; to: number; hours: string }[] = [];
  days.forEach((hours, day) => {
    const last = runs.at(-1);
    if (last?.hours === hours) last.to = day;
    else runs.push({ from: day, to: day, hours });
  });
  return (
    <ul>
      {runs.map(({ from, to, hours }) => (
        <li key={from} className="flex flex-wrap justify-between gap-x-3">
          <span>
            {from === to ? weekdayName(lang, from) : `${weekdayName(lang, from)} - ${weekdayName(lang, to)}`}
          </span>
          <span className="num">{hours || t('doctor.locations.closed')}</span>
        </li>
      ))}
    </ul>
  );
}
