import type { SavedFilter } from '#shared/contract/staff.ts';
import { type DateRange, isRealDate, type Period, period } from '#shared/domain/clinic-time.ts';
import { type AppointmentStatus, allStatuses, reaches } from '#shared/domain/visits/appointment-status.ts';

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
  reach: (typeof reaches)[number] | null;
  /** Only bookings by the same patient or network as this appointment (by id), within a day of it. */
  like: number | null;
  /** Only appointments for this service. */
  serviceId: number | null;
}

/** The default is this week, because all dates would start with the clinic's oldest appointment. */
export const noFilters: ListFilters = {
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
export const keptOf = ({
  q: _q,
  like: _like,
  serviceId: _service,
  from,
  to,
  ...kept
}: ListFilters): SavedFilter['filters'] =>
  kept.period === 'custom' ? { ...kept, from, to } : { ...kept, from: null, to: null };

const oneOf = <T extends string>(choices: readonly T[], text: string | null): T | null =>
  choices.find((choice) => choice === text) ?? null;
const numberOf = (text: string | null): number | null =>
  text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
const dateOf = (text: string | null): string | null => (text && isRealDate(text) ? text : null);

export function readFilters(params: URLSearchParams): ListFilters {
  return {
    q: (params.get('q') ?? '').slice(0, 200),
    status: oneOf(allStatuses, params.get('status')),
    locationId: numberOf(params.get('location')),
    period: oneOf(periodChoices, params.get('period')) ?? noFilters.period,
    from: dateOf(params.get('from')),
    to: dateOf(params.get('to')),
    reach: oneOf(reaches, params.get('reach')),
    like: numberOf(params.get('like')),
    serviceId: numberOf(params.get('service')),
  };
}

/** Writes the filters into the address; other parameters stay. */
export function writeFilters(
  params: URLSearchParams,
  { q, status, locationId, period, from, to, reach, like, serviceId }: ListFilters,
): URLSearchParams {
  const next = new URLSearchParams(params);
  const custom = period === 'custom';
  const values = {
    q,
    status,
    location: locationId && String(locationId),
    period: period === noFilters.period ? null : period,
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
export const periodInForce = ({ q, period: choice }: Pick<ListFilters, 'q' | 'period'>): PeriodChoice =>
  q.trim() !== '' && choice !== 'custom' ? 'all' : choice;

/** First and last day; null is open. */
export function rangeOf(
  { q, period: chosen, from, to }: ListFilters,
  today: string,
): { from: string | null; to: string | null } {
  const choice = periodInForce({ q, period: chosen });
  if (choice === 'all' || choice === 'coming') return { from: null, to: null };
  if (choice === 'custom') return { from, to };
  const range: DateRange = period(choice satisfies Period, { date: today });
  return range;
}

/** Lists of a week or a month start with today and hide the earlier days until staff ask for them. */
export const beginsToday = ({ q, status, reach, like, serviceId, period: choice }: ListFilters): boolean =>
  q.trim() === '' &&
  [status, reach, like, serviceId].every((filter) => filter === null) &&
  (choice === 'week' || choice === 'month');

/** Query of a list; `fromToday` leaves out earlier days. */
export function queryOf(filters: ListFilters, today: string, fromToday = false) {
  const range = rangeOf(filters, today);
  const to = range.to;
  const from = fromToday && range.from !== null && range.from < today ? today : range.from;
  return {
    q: filters.q.trim() || undefined,
    status: filters.status ?? undefined,
    locationId: filters.locationId ?? undefined,
    from: from ?? undefined,
    to: to ?? undefined,
    coming: periodInForce(filters) === 'coming' ? ('1' as const) : undefined,
    reach: filters.reach ?? undefined,
    like: filters.like ?? undefined,
    serviceId: filters.serviceId ?? undefined,
  };
}

/** True if any filter differs from the default. */
export const isNarrowed = (filters: ListFilters): boolean => {
  const { q, status, locationId, period: choice, reach, like, serviceId } = filters;
  const narrowing = [status, locationId, reach, like, serviceId];
  return q.trim() !== '' || narrowing.some((filter) => filter !== null) || choice !== noFilters.period;
};
