import { type DayAvailability, getAvailability } from '#shared/contract/schedules.ts';
import { timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { useRead } from '#web/api/hooks.ts';

export type StaffGrid = 'doctor' | 'admin';
export interface StaffTime {
  time: string;
  /** All rooms are taken, or the branch is closed: only by overbooking. */
  taken: boolean;
}

/** When nobody is seen there is no grid: a walk-in may still come every half hour from 9 AM to 8 PM. */
const walkInTimes: readonly StaffTime[] = Array.from({ length: 23 }, (_, step) => ({
  time: timeOfMinutes(540 + step * 30),
  taken: true,
}));

export interface StaffTimesAsked {
  grid: StaffGrid;
  locationId: number | null;
  date: string | null;
  serviceId: number | null;
}

/** The half-hour times of a branch's day with those that are taken; changes while the dialog stands open. */
export function useStaffTimes({ grid, locationId, date, serviceId }: StaffTimesAsked) {
  const asked =
    locationId === null || date === null
      ? null
      : { params: { id: locationId }, query: { date, grid, service: serviceId ?? undefined } };
  const read = useRead(getAvailability, asked);
  const enabled = asked !== null;
  const slots = (read.data as DayAvailability | undefined)?.slots;
  const isClosed = slots?.length === 0;
  const times: readonly StaffTime[] = isClosed
    ? walkInTimes
    : (slots ?? []).map(({ time, taken }) => ({ time, taken: taken === true }));
  return { ready: enabled && slots !== undefined, isLoading: enabled && read.isPending, isClosed, times };
}

export type StaffTimes = ReturnType<typeof useStaffTimes>;

/**
 * The time can only be had by booking over it. A time that stands in no grid (a free minute of the day view)
 * is left to the server.
 */
export const needsOverbook = (
  { isClosed, times }: Pick<StaffTimes, 'isClosed' | 'times'>,
  time: string | null,
): boolean => time !== null && (isClosed || times.some((offered) => offered.time === time && offered.taken));
