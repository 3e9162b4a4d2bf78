import { useState } from 'react';
import { type DayAvailability, getAvailability, type MonthAvailability } from '#shared/contract/schedules.ts';
import { monthOf, timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { useRead } from '#web/api/hooks.ts';
import { type DoctorChoice, toDoctorChoiceQuery } from '#web/features/appointments/doctors/doctor-choice.ts';

export type StaffGrid = 'doctor' | 'admin';
export interface StaffTime {
  time: string;
  /** No room or suitable doctor is free, or the branch is closed: only overbooking is possible. */
  taken: boolean;
  /** Outside the branch's hours. */
  outside: boolean;
}

/**
 * A day without consultation hours has no grid: staff can book walk-ins every half hour from 9 AM to 8 PM.
 */
const walkInTimes: readonly StaffTime[] = Array.from({ length: 23 }, (_, step) => ({
  time: timeOfMinutes(540 + step * 30),
  taken: true,
  outside: true,
}));

export interface StaffTimesOptions {
  grid: StaffGrid;
  locationId: number | null;
  date: string | null;
  serviceId: number | null;
  doctor: DoctorChoice;
}

/** Availability of the days of a month for staff, for the calendar of a dialog. */
function useStaffDays(
  { grid, locationId, serviceId, doctor }: Omit<StaffTimesOptions, 'date'>,
  month: string | null,
) {
  const asked =
    locationId === null || month === null
      ? null
      : {
          params: { id: locationId },
          query: { ...monthOf(month), grid, service: serviceId ?? undefined, ...toDoctorChoiceQuery(doctor) },
        };
  return (useRead(getAvailability, asked).data as MonthAvailability | undefined)?.days;
}

/** Times of a branch's day including taken ones; updated while the dialog is open. */
export function useStaffTimes({ grid, locationId, date, serviceId, doctor }: StaffTimesOptions) {
  /** A day of the month that the calendar shows; null until it is opened. */
  const [month, setMonth] = useState<string | null>(null);
  const days = useStaffDays({ grid, locationId, serviceId, doctor }, month);
  const asked =
    locationId === null || date === null
      ? null
      : {
          params: { id: locationId },
          query: { date, grid, service: serviceId ?? undefined, ...toDoctorChoiceQuery(doctor) },
        };
  const read = useRead(getAvailability, asked);
  const enabled = asked !== null;
  const slots = (read.data as DayAvailability | undefined)?.slots;
  const isClosed = slots?.length === 0;
  const times: readonly StaffTime[] = isClosed
    ? walkInTimes
    : (slots ?? []).map(({ time, taken, outside }) => ({
        time,
        taken: taken === true,
        outside: outside === true,
      }));
  return {
    ready: enabled && slots !== undefined,
    isLoading: enabled && read.isPending,
    isClosed,
    times,
    days,
    setMonth,
  };
}

export type StaffTimes = ReturnType<typeof useStaffTimes>;

/** The day is closed or full: only overbooking is possible. */
export const hasNothingFree = ({ ready, isClosed, times }: StaffTimes): boolean =>
  ready && (isClosed || times.every(({ taken }) => taken));

/** Why the user must confirm a time; `taken` and `closed` are possible only by overbooking. */
export type TimeDoubt = 'taken' | 'closed' | 'outside';
export const isOverbooking = (doubt: TimeDoubt | null): boolean => doubt === 'taken' || doubt === 'closed';

/** The reason against a time. A time that is not in the grid is left to the server. */
export function findTimeDoubt(
  { isClosed, times }: Pick<StaffTimes, 'isClosed' | 'times'>,
  time: string | null,
): TimeDoubt | null {
  if (time === null) return null;
  if (isClosed) return 'closed';
  const offered = times.find((option) => option.time === time);
  if (offered?.taken) return 'taken';
  return offered?.outside ? 'outside' : null;
}
