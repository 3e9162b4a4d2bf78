import { useState } from 'react';
import { type DayAvailability, getAvailability, type MonthAvailability } from '#shared/contract/schedules.ts';
import { addDays, monthOf } from '#shared/domain/clinic-time.ts';
import { buildEndpointUrl } from '#web/api/client.ts';
import { refetchByUrlPrefix, useRead } from '#web/api/hooks.ts';
import { type DoctorChoice, toDoctorChoiceQuery } from '#web/features/appointments/doctors/doctor-choice.ts';

interface AvailabilityScope {
  locationId: number | null;
  serviceId: number | null;
  /** The wanted doctor; null if the choice does not matter. */
  doctor: DoctorChoice | null;
}
type Range = { from: string; to: string };

const buildAvailabilityInput = (
  { locationId, serviceId, doctor }: AvailabilityScope,
  when: Range | { date: string },
) => ({
  params: { id: locationId ?? 0 },
  query: {
    ...when,
    service: String(serviceId ?? ''),
    ...(doctor === null ? {} : toDoctorChoiceQuery(doctor)),
  },
});

/** The bookable days of a month; null if there are none. */
function bookableRange(month: string, today: string, lastDay: string): Range | null {
  const { from, to } = monthOf(month);
  const range = { from: from < today ? today : from, to: to > lastDay ? lastDay : to };
  return range.from <= range.to ? range : null;
}

/** Number of free times of each day in a range, in one request. */
function useFreeDays(where: AvailabilityScope, range: Range | null) {
  const enabled = where.locationId !== null && where.serviceId !== null && range !== null;
  const read = useRead(getAvailability, buildAvailabilityInput(where, range ?? { from: '', to: '' }), {
    enabled,
  });
  const data = read.data as MonthAvailability | undefined;
  return { days: data?.days, isLoading: enabled && read.isPending, failed: read.isError };
}

/** Free times of a day. */
export function useFreeTimes(where: AvailabilityScope, date: string | null) {
  const enabled = where.locationId !== null && where.serviceId !== null && date !== null;
  const read = useRead(getAvailability, buildAvailabilityInput(where, { date: date ?? '' }), { enabled });
  const data = read.data as DayAvailability | undefined;
  return {
    slots: data?.slots,
    isLoading: enabled && read.isPending,
    failed: read.isError,
    again: () => void read.refetch(),
  };
}

/** The days from today on that fit into one request. */
export function getFirstBookableRange(today: string, lastDay: string): Range {
  const last = addDays(today, maxAvailabilityDays - 1);
  return { from: today, to: lastDay < last ? lastDay : last };
}
/** Maximum number of days in one request; limit of the server. */
const maxAvailabilityDays = 61;

/**
 * Alternatives to a full day: the first free day after it, and the first free day from today on if it
 * differs.
 */
function nextFreeDays(days: readonly { date: string; free: number }[], date: string): string[] {
  const free = days.filter((day) => day.free > 0 && day.date !== date).map((day) => day.date);
  const after = free.find((day) => day > date);
  return [...new Set([free[0], after])].filter((day) => day !== undefined);
}

interface BookableDaysOptions {
  today: string;
  /** Last bookable day. */
  lastDay: string;
  /** The chosen day. */
  date: string | null;
  /** A day of the month that the calendar opens with; default: the month of the chosen or first free day. */
  from?: string;
}

/** The bookable days: those of one request from today on, and those of the month shown. */
export function useBookableDays(
  where: AvailabilityScope,
  { today, lastDay, date, from }: BookableDaysOptions,
) {
  const [shown, showMonth] = useState<string | null>(from ?? null);
  const range = getFirstBookableRange(today, lastDay);
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
    /** There are bookable days after those of the first request. */
    reachesFurther: range.to < lastDay,
    /** Alternatives to a full day. */
    nextFree: date && all ? nextFreeDays(all, date) : [],
  };
}
export type BookableDays = ReturnType<typeof useBookableDays>;

/** Reads a day again, because other patients may have booked its times. */
export const refreshDay = (where: AvailabilityScope, date: string): Promise<void> =>
  refetchByUrlPrefix(buildEndpointUrl(getAvailability, buildAvailabilityInput(where, { date })));

/** Reads again all availability of a branch that is cached. */
export const refreshBranch = (locationId: number): Promise<void> =>
  refetchByUrlPrefix(`/api/locations/${locationId}/availability`);

/** Reads again everything that shows free times, because other patients may have booked them. */
export function refreshTimes(locationId: number): void {
  for (const address of ['/api/earliest', `/api/locations/${locationId}/doctors`, '/api/offers/mine'])
    void refetchByUrlPrefix(address);
  void refreshBranch(locationId);
}
