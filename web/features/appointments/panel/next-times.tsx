import type { Appointment } from '#shared/contract/appointments.ts';
import { type DayAvailability, getAvailability, type MonthAvailability } from '#shared/contract/schedules.ts';
import { addDays, dayClock, minutesOf } from '#shared/domain/clinic-time.ts';
import { formatTime, formatWeekdayDate } from '#shared/domain/format-time.ts';
import { now } from '#web/api/clock.ts';
import { useRead } from '#web/api/hooks.ts';
import { readDoctorChoice, toDoctorChoiceQuery } from '#web/features/appointments/doctors/doctor-choice.ts';
import type { StaffGrid } from '#web/features/appointments/new/use-staff-times.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';

const searchedDays = 40;
const daysShown = 4;
const timesPerDay = 5;

interface NextTimesProps {
  visit: Appointment;
  kind: StaffGrid;
  today: string;
  busy: boolean;
  onChoose(date: string, time: string): void;
}

const buildNextTimesQuery = ({ visit, kind }: Pick<NextTimesProps, 'visit' | 'kind'>) => ({
  grid: kind,
  service: String(visit.serviceId),
  ...toDoctorChoiceQuery(readDoctorChoice(visit)),
});

/** Buttons with the next free times of the appointment's branch and doctor, from its own day on. */
export function NextTimes(props: NextTimesProps) {
  const { visit, today } = props;
  const from = visit.appointmentDate > today ? visit.appointmentDate : today;
  const { data, isError } = useRead(getAvailability, {
    params: { id: visit.locationId },
    query: { from, to: addDays(from, searchedDays), ...buildNextTimesQuery(props) },
  });
  if (isError) return null;
  if (!data)
    return (
      <LoadingRegion label={t('common.state.loading')} className="grid gap-2">
        <Skeleton className="h-9" />
        <Skeleton className="h-9" />
        <Skeleton className="h-9" />
      </LoadingRegion>
    );
  const days = (data as MonthAvailability).days.filter(({ free }) => free > 0).slice(0, daysShown);
  if (days.length === 0) return <p className="text-ui">{t('staff.move.noneFree')}</p>;
  return (
    <ul className="grid gap-3">
      {days.map(({ date }) => (
        <DayTimes key={date} {...props} date={date} />
      ))}
    </ul>
  );
}

/** The free times of a day that are nearest to the time of the appointment. */
function DayTimes({ date, visit, busy, onChoose, ...props }: NextTimesProps & { date: string }) {
  const lang = currentLang();
  const { data } = useRead(getAvailability, {
    params: { id: visit.locationId },
    query: { date, ...buildNextTimesQuery({ visit, ...props }) },
  });
  const clock = dayClock(now());
  const own = visit.appointmentTime.slice(0, 5);
  const isOwnDay = date === visit.appointmentDate;
  const distance = (time: string) => Math.abs(minutesOf(time) - minutesOf(own));
  const times = ((data as DayAvailability | undefined)?.slots ?? [])
    .filter(({ taken, outside }) => !taken && !outside)
    .map(({ time }) => time.slice(0, 5))
    .filter((time) => !(isOwnDay && time === own))
    .filter((time) => date !== clock.date || minutesOf(time) > clock.minutes)
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, timesPerDay)
    .toSorted();
  if (data && times.length === 0) return null;
  const day = formatWeekdayDate(lang, date);
  return (
    <li className="grid gap-1">
      <span className="text-small font-strong">{day}</span>
      <span className="flex min-h-10 flex-wrap gap-2">
        {times.map((time) => (
          <Button
            key={time}
            kind="out"
            size="sm"
            className="num"
            aria-disabled={busy}
            aria-label={t('staff.move.to', { date: day, time: formatTime(lang, time) })}
            onClick={() => !busy && onChoose(date, time)}
          >
            {formatTime(lang, time)}
          </Button>
        ))}
      </span>
    </li>
  );
}
