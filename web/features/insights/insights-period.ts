import { addDays, isRealDate } from '#shared/domain/clinic-time.ts';

export const weekChoices = [4, 12, 26, 52] as const;
const defaultPeriodWeeks = 12;
const daysOfWeek = 7;

/** Period and branch of the charts: the last weeks or a custom range; all branches or one. */
export interface InsightsFilter {
  readonly weeks: (typeof weekChoices)[number] | 'custom';
  readonly from: string;
  readonly to: string;
  readonly locationId: number | null;
}

const parseDateOr = (text: string | null, otherwise: string) => (text && isRealDate(text) ? text : otherwise);

/** True if the period contains only a part of the week that begins on this Sunday. */
export const isPartWeek = (sunday: string, { from, to }: { from: string; to: string }): boolean =>
  sunday < from || addDays(sunday, daysOfWeek - 1) > to;

/** Reads the filter from an address; invalid dates and numbers are ignored. */
export function readInsightsFilter(params: URLSearchParams, today: string): InsightsFilter {
  const said = params.get('period');
  const weeks =
    said === 'custom' ? said : (weekChoices.find((choice) => String(choice) === said) ?? defaultPeriodWeeks);
  const lastWeeks = addDays(today, 1 - daysOfWeek * (weeks === 'custom' ? defaultPeriodWeeks : weeks));
  const isCustom = weeks === 'custom';
  return {
    weeks,
    from: isCustom ? parseDateOr(params.get('from'), lastWeeks) : lastWeeks,
    to: isCustom ? parseDateOr(params.get('to'), today) : today,
    locationId: Number(/^[1-9]\d{0,8}$/.exec(params.get('location') ?? '')?.[0]) || null,
  };
}

export function writeInsightsFilter({ weeks, from, to, locationId }: InsightsFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (weeks !== defaultPeriodWeeks) params.set('period', String(weeks));
  if (weeks === 'custom') {
    params.set('from', from);
    params.set('to', to);
  }
  if (locationId !== null) params.set('location', String(locationId));
  return params;
}
