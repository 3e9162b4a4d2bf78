import { expect, test } from 'vitest';
import {
  buildListQuery,
  defaultListFilters,
  hasActiveFilters,
  parseListFilters,
  setFilterParams,
} from './list-filters.ts';

const wednesday = '2026-11-18';

test('the default is this week, Sunday to Saturday', () => {
  const filters = parseListFilters(new URLSearchParams());
  expect(filters).toEqual(defaultListFilters);
  expect(buildListQuery(filters, wednesday)).toMatchObject({ from: '2026-11-15', to: '2026-11-21' });
  expect(hasActiveFilters(filters)).toBe(false);
});

test('filters are restored from the address, and other parameters stay', () => {
  const filters = {
    ...defaultListFilters,
    q: 'مريم',
    status: 'no_show' as const,
    locationId: 3,
    period: 'month' as const,
    serviceId: 2,
  };
  const address = setFilterParams(new URLSearchParams('tab=appointments'), filters);
  expect(address.get('tab')).toBe('appointments');
  expect(parseListFilters(address)).toEqual(filters);
  expect(buildListQuery(filters, wednesday)).toEqual({
    q: 'مريم',
    status: 'no_show',
    locationId: 3,
    from: undefined,
    to: undefined,
    reach: undefined,
    serviceId: 2,
  });
  expect(setFilterParams(address, defaultListFilters).toString()).toBe('tab=appointments');
});

test('a custom range may be open at either end, and all dates have none', () => {
  const custom = parseListFilters(new URLSearchParams('period=custom&from=2026-01-02'));
  expect(buildListQuery(custom, wednesday)).toMatchObject({ from: '2026-01-02', to: undefined });
  expect(
    buildListQuery(parseListFilters(new URLSearchParams('period=all&from=2026-01-02')), wednesday),
  ).toMatchObject({
    from: undefined,
    to: undefined,
  });
});

test('from now on is computed by the server, and a search covers everything', () => {
  const coming = parseListFilters(new URLSearchParams('status=pending&period=coming'));
  expect(buildListQuery(coming, wednesday)).toMatchObject({ coming: '1', from: undefined, to: undefined });
  expect(buildListQuery({ ...coming, q: 'mona' }, wednesday).coming).toBeUndefined();
  expect(buildListQuery(defaultListFilters, wednesday).coming).toBeUndefined();
});

test('invalid parameters are ignored', () => {
  expect(
    parseListFilters(new URLSearchParams('status=gone&location=1e3&period=decade&from=2026-02-30&to=x')),
  ).toEqual(defaultListFilters);
});

test('a search covers all periods except a custom range', () => {
  const month = { ...defaultListFilters, period: 'month' as const };
  expect(buildListQuery(month, wednesday)).toMatchObject({ from: '2026-11-01', to: '2026-11-30' });
  expect(buildListQuery({ ...month, q: ' ' }, wednesday)).toMatchObject({ from: '2026-11-01' });
  expect(buildListQuery({ ...month, q: 'mona' }, wednesday)).toMatchObject({
    from: undefined,
    to: undefined,
  });
  const days = { ...defaultListFilters, q: 'mona', period: 'custom' as const, from: '2026-11-03', to: null };
  expect(buildListQuery(days, wednesday)).toMatchObject({ from: '2026-11-03', to: undefined });
});
