import { minutesOf } from '../clinic-time.ts';
import { doctorDayWithoutDuty, isDoctorAvailable, type Roster } from './doctor-times.ts';
import { type BranchHours, hoursOfDay, isClosedDay, isOpenFor } from './slots.ts';

/** Why an appointment cannot take place at its time. */
export type Obstacle = 'closed' | 'doctorAway';

interface PlannedAppointment {
  /** A day and time of the clinic: a time after midnight belongs to the day before. */
  readonly date: string;
  readonly time: string;
  readonly minutes: number;
  readonly doctorId: number | null;
}

/**
 * The branch is closed on that day, or has other hours on that date; or the doctor is absent. An appointment
 * outside the hours of the week is possible: staff make such appointments.
 */
export function findObstacles(
  hours: BranchHours & Roster,
  { date, time, minutes, doctorId }: PlannedAppointment,
): Obstacle[] {
  const from = minutesOf(time);
  const day = hoursOfDay(hours, date);
  const isOpenThen =
    day.exceptions.length > 0 ? isOpenFor(hours, date, { from, to: from + minutes }) : !isClosedDay(day);
  const isBack =
    doctorId === null || isDoctorAvailable(doctorDayWithoutDuty(doctorId, date, hours), from, minutes);
  return [...(isOpenThen ? [] : ['closed' as const]), ...(isBack ? [] : ['doctorAway' as const])];
}
