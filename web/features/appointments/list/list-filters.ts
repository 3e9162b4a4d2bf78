import type { SavedFilter } from '#shared/contract/staff.ts';
import { type DateRange, isRealDate, type Period, period } from '#shared/domain/clinic-time.ts';
import {
  type AppointmentStatus,
  allStatuses,
  reachFilters,
} from '#shared/domain/visits/appointment-status.ts';

export const periodChoices = ['all', 'coming', 'today', 'week', 'month', 'custom'] as const;
export type PeriodChoice = (typeof periodChoices)[number];

/**
 * Filters of a list of appointments, stored in the address, so that a view can be bookmarked and Back works.
 */
export interface ListFilters {
  q: string;
  status: AppointmentStatus | null;
  locationId: number | null;
  period: PeriodChoice;
  /** Custom range; null is open. */
  from: string | null;
  to: string | null;
  /** Only patients without a reachable contact, or appointments that wait for a call. */
  reach: (typeof reachFilters)[number] | null;
  /** Only bookings by the same patient or network as this appointment (by id), within a day of it. */
  like: number | null;
  /** Only appointments for this service. */
  serviceId: number | null;
}

/** The default is this week, because all dates would start with the clinic's oldest appointment. */
export const defaultListFilters: ListFilters = {
  q: '',
  status: null,
  locationId: null,
  period: 'week',
  from: null,
  to: null,
  reach: null,
  like: null,
  serviceId: null,
};

/** The filters that are saved under a name: without those that only a search or a link sets. */
export const toSavedFilters = ({
  q: _q,
  like: _like,
  serviceId: _service,
  from,
  to,
  ...kept
}: ListFilters): SavedFilter['filters'] =>
  kept.period === 'custom' ? { ...kept, from, to } : { ...kept, from: null, to: null };

const parseChoice = <T extends string>(choices: readonly T[], text: string | null): T | null =>
  choices.find((choice) => choice === text) ?? null;
const parsePositiveId = (text: string | null): number | null =>
  text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
const parseFilterDate = (text: string | null): string | null => (text && isRealDate(text) ? text : null);

export function parseListFilters(params: URLSearchParams): ListFilters {
  return {
    q: (params.get('q') ?? '').slice(0, 200),
    status: parseChoice(allStatuses, params.get('status')),
    locationId: parsePositiveId(params.get('location')),
    period: parseChoice(periodChoices, params.get('period')) ?? defaultListFilters.period,
    from: parseFilterDate(params.get('from')),
    to: parseFilterDate(params.get('to')),
    reach: parseChoice(reachFilters, params.get('reach')),
    like: parsePositiveId(params.get('like')),
    serviceId: parsePositiveId(params.get('service')),
  };
}

/** Writes the filters into the address; other parameters stay. */
export function setFilterParams(
  params: URLSearchParams,
  { q, status, locationId, period, from, to, reach, like, serviceId }: ListFilters,
): URLSearchParams {
  const next = new URLSearchParams(params);
  const custom = period === 'custom';
  const values = {
    q,
    status,
    location: locationId && String(locationId),
    period: period === defaultListFilters.period ? null : period,
    from: custom ? from : null,
    to: custom ? to : null,
    reach,
    like: like && String(like),
    service: serviceId && String(serviceId),
  };
  for (const [key, value] of Object.entries(values)) {
    if (value) next.set(key, value);
    else next.delete(key);
  }
  return next;
}

/** A search covers all periods; only a custom range restricts it. */
export const getEffectivePeriod = ({ q, period: choice }: Pick<ListFilters, 'q' | 'period'>): PeriodChoice =>
  q.trim() !== '' && choice !== 'custom' ? 'all' : choice;

/** First and last day; null is open. */
export function filterDateRange(
  { q, period: chosen, from, to }: ListFilters,
  today: string,
): { from: string | null; to: string | null } {
  const choice = getEffectivePeriod({ q, period: chosen });
  if (choice === 'all' || choice === 'coming') return { from: null, to: null };
  if (choice === 'custom') return { from, to };
  const range: DateRange = period(choice satisfies Period, { date: today });
  return range;
}

/** Lists of a week or a month start with today and hide the earlier days until staff ask for them. */
export const shouldStartToday = ({
  q,
  status,
  reach,
  like,
  serviceId,
  period: choice,
}: ListFilters): boolean =>
  q.trim() === '' &&
  [status, reach, like, serviceId].every((filter) => filter === null) &&
  (choice === 'week' || choice === 'month');

/** Query of a list; `fromToday` leaves out earlier days. */
export function buildListQuery(filters: ListFilters, today: string, fromToday = false) {
  const range = filterDateRange(filters, today);
  const to = range.to;
  const from = fromToday && range.from !== null && range.from < today ? today : range.from;
  return {
    q: filters.q.trim() || undefined,
    status: filters.status ?? undefined,
    locationId: filters.locationId ?? undefined,
    from: from ?? undefined,
    to: to ?? undefined,
    coming: getEffectivePeriod(filters) === 'coming' ? ('1' as const) : undefined,
    reach: filters.reach ?? undefined,
    like: filters.like ?? undefined,
    serviceId: filters.serviceId ?? undefined,
  };
}

/** True if any filter differs from the default. */
export const hasActiveFilters = (filters: ListFilters): boolean => {
  const { q, status, locationId, period: choice, reach, like, serviceId } = filters;
  const narrowing = [status, locationId, reach, like, serviceId];
  return (
    q.trim() !== '' || narrowing.some((filter) => filter !== null) || choice !== defaultListFilters.period
  );
};
