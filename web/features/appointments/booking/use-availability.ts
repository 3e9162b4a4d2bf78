import { type DayAvailability, getAvailability, type MonthAvailability } from '#shared/contract/schedules.ts';
import { addDays, monthOf } from '#shared/domain/clinic-time.ts';
import { addressOf } from '#web/api/client.ts';
import { refetch, useRead } from '#web/api/hooks.ts';
import { type DoctorChoice, inAddress } from '#web/features/appointments/doctors/doctor-choice.ts';

interface Where {
  locationId: number | null;
  serviceId: number | null;
  /** Of whoever may be chosen; null where that does not matter. */
  doctor: DoctorChoice | null;
}
type Range = { from: string; to: string };

const inputOf = ({ locationId, serviceId, doctor }: Where, when: Range | { date: string }) => ({
  params: { id: locationId ?? 0 },
  query: { ...when, service: String(serviceId ?? ''), ...(doctor === null ? {} : inAddress(doctor)) },
});

/** The days of a month that can still be booked, or null when none of it can. */
export function bookableRange(month: string, today: string, lastDay: string): Range | null {
  const { from, to } = monthOf(month);
  const range = { from: from < today ? today : from, to: to > lastDay ? lastDay : to };
  return range.from <= range.to ? range : null;
}

/** How many times each day of a range has free: one request. */
export function useFreeDays(where: Where, range: Range | null) {
  const enabled = where.locationId !== null && where.serviceId !== null && range !== null;
  const read = useRead(getAvailability, inputOf(where, range ?? { from: '', to: '' }), { enabled });
  const data = read.data as MonthAvailability | undefined;
  return { days: data?.days, isLoading: enabled && read.isPending, failed: read.isError };
}

/** The free times of a day. */
export function useFreeTimes(where: Where, date: string | null) {
  const enabled = where.locationId !== null && where.serviceId !== null && date !== null;
  const read = useRead(getAvailability, inputOf(where, { date: date ?? '' }), { enabled });
  const data = read.data as DayAvailability | undefined;
  return {
    slots: data?.slots,
    isLoading: enabled && read.isPending,
    failed: read.isError,
    again: () => void read.refetch(),
  };
}

/**
 * Where a full day leads: the first day with a free time after it, and the first from today on if that is
 * another. All days that
 * can be booked are looked through, whichever month is in view.
 */
export function useNextFreeDays(where: Where, date: string | null, today: string, lastDay: string): string[] {
  const last = addDays(today, mostDays);
  const { days } = useFreeDays(where, date ? { from: today, to: lastDay < last ? lastDay : last } : null);
  const free = days?.filter((day) => day.free > 0 && day.date !== date).map((day) => day.date) ?? [];
  const after = free.find((day) => date !== null && day > date);
  return [...new Set([free[0], after])].filter((day) => day !== undefined);
}
/** What the server answers in one go. */
const mostDays = 61;

/** Asks again for one day, since times go while people think. */
export const refreshDay = (where: Where, date: string): Promise<void> =>
  refetch(addressOf(getAvailability, inputOf(where, { date })));

/** Asks again for everything known of a branch. */
export const refreshBranch = (locationId: number): Promise<void> =>
  refetch(`/api/locations/${locationId}/availability`);
