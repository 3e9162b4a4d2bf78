import { useState } from 'react';
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
function bookableRange(month: string, today: string, lastDay: string): Range | null {
  const { from, to } = monthOf(month);
  const range = { from: from < today ? today : from, to: to > lastDay ? lastDay : to };
  return range.from <= range.to ? range : null;
}

/** How many times each day of a range has free: one request. */
function useFreeDays(where: Where, range: Range | null) {
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

/** The days that one request can answer for, from today on. */
export function firstRange(today: string, lastDay: string): Range {
  const last = addDays(today, mostDays - 1);
  return { from: today, to: lastDay < last ? lastDay : last };
}
/** The server answers for no more days in one request. */
const mostDays = 61;

/** Where a full day leads: the first free day after it, and the first from today on if that is another. */
function nextFreeDays(days: readonly { date: string; free: number }[], date: string): string[] {
  const free = days.filter((day) => day.free > 0 && day.date !== date).map((day) => day.date);
  const after = free.find((day) => day > date);
  return [...new Set([free[0], after])].filter((day) => day !== undefined);
}

interface Wanted {
  today: string;
  /** The last day that can be booked. */
  lastDay: string;
  /** The chosen day. */
  date: string | null;
  /** A day of the month that the calendar opens with; by default that of the chosen or first free day. */
  from?: string;
}

/** The days that can be booked: all that one request answers for, and those of the month in view. */
export function useBookableDays(where: Where, { today, lastDay, date, from }: Wanted) {
  const [shown, showMonth] = useState<string | null>(from ?? null);
  const range = firstRange(today, lastDay);
  const { days: all } = useFreeDays(where, range);
  const month = shown ?? date ?? all?.find((day) => day.free > 0)?.date ?? today;
  const ofMonth = bookableRange(month, today, lastDay);
  const isBeyond = ofMonth !== null && ofMonth.to > range.to;
  const beyond = useFreeDays(where, isBeyond ? ofMonth : null);
  return {
    ...range,
    today,
    lastDay,
    all,
    month,
    showMonth,
    ofMonth: isBeyond ? beyond.days : all,
    /** Days that can be booked lie behind those of the one request. */
    reachesFurther: range.to < lastDay,
    /** Where a full day leads. */
    nextFree: date && all ? nextFreeDays(all, date) : [],
  };
}
export type BookableDays = ReturnType<typeof useBookableDays>;

/** Asks again for one day, since times go while people think. */
export const refreshDay = (where: Where, date: string): Promise<void> =>
  refetch(addressOf(getAvailability, inputOf(where, { date })));

/** Asks again for everything known of a branch. */
export const refreshBranch = (locationId: number): Promise<void> =>
  refetch(`/api/locations/${locationId}/availability`);

/** Asks again for all that shows free times: others book while she looks. */
export function refreshTimes(locationId: number): void {
  for (const address of ['/api/earliest', `/api/locations/${locationId}/doctors`, '/api/offers/mine'])
    void refetch(address);
  void refreshBranch(locationId);
}
