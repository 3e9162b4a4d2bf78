import { useState } from 'react';
import { type DayAvailability, getAvailability, type MonthAvailability } from '#shared/contract/schedules.ts';
import { monthOf, timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { useRead } from '#web/api/hooks.ts';
import { type DoctorChoice, inAddress } from '#web/features/appointments/doctors/doctor-choice.ts';

export type StaffGrid = 'doctor' | 'admin';
export interface StaffTime {
  time: string;
  /** All rooms are taken, or who could see her is, or the branch is closed: only by overbooking. */
  taken: boolean;
  /** Not within the branch's hours. */
  outside: boolean;
}

/** When nobody is seen there is no grid: a walk-in may still come every half hour from 9 AM to 8 PM. */
const walkInTimes: readonly StaffTime[] = Array.from({ length: 23 }, (_, step) => ({
  time: timeOfMinutes(540 + step * 30),
  taken: true,
  outside: true,
}));

export interface StaffTimesAsked {
  grid: StaffGrid;
  locationId: number | null;
  date: string | null;
  serviceId: number | null;
  doctor: DoctorChoice;
}

/** The days of a month as the staff may book them, for the calendar of a dialog. */
function useStaffDays(
  { grid, locationId, serviceId, doctor }: Omit<StaffTimesAsked, 'date'>,
  month: string | null,
) {
  const asked =
    locationId === null || month === null
      ? null
      : {
          params: { id: locationId },
          query: { ...monthOf(month), grid, service: serviceId ?? undefined, ...inAddress(doctor) },
        };
  return (useRead(getAvailability, asked).data as MonthAvailability | undefined)?.days;
}

/** The times of a branch's day with those that are taken; changes while the dialog stands open. */
export function useStaffTimes({ grid, locationId, date, serviceId, doctor }: StaffTimesAsked) {
  /** A day of the month that the calendar shows, once it was opened. */
  const [month, setMonth] = useState<string | null>(null);
  const days = useStaffDays({ grid, locationId, serviceId, doctor }, month);
  const asked =
    locationId === null || date === null
      ? null
      : {
          params: { id: locationId },
          query: { date, grid, service: serviceId ?? undefined, ...inAddress(doctor) },
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

/** The day is closed or full: nothing is had there but by overbooking. */
export const nothingFree = ({ ready, isClosed, times }: StaffTimes): boolean =>
  ready && (isClosed || times.every(({ taken }) => taken));

/** Why a time is asked about before it is given; `taken` and `closed` are had by overbooking alone. */
export type TimeDoubt = 'taken' | 'closed' | 'outside';
export const isOverbooking = (doubt: TimeDoubt | null): boolean => doubt === 'taken' || doubt === 'closed';

/** What speaks against a time. One that stands in no grid is left to the server. */
export function doubtAbout(
  { isClosed, times }: Pick<StaffTimes, 'isClosed' | 'times'>,
  time: string | null,
): TimeDoubt | null {
  if (time === null) return null;
  if (isClosed) return 'closed';
  const offered = times.find((option) => option.time === time);
  if (offered?.taken) return 'taken';
  return offered?.outside ? 'outside' : null;
}
