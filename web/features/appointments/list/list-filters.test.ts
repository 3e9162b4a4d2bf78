import { expect, test } from 'vitest';
import { isNarrowed, noFilters, queryOf, readFilters, writeFilters } from './list-filters.ts';

const wednesday = '2026-11-18';

test('the default is this week, Sunday to Saturday', () => {
  const filters = readFilters(new URLSearchParams());
  expect(filters).toEqual(noFilters);
  expect(queryOf(filters, wednesday)).toMatchObject({ from: '2026-11-15', to: '2026-11-21' });
  expect(isNarrowed(filters)).toBe(false);
});

test('filters are restored from the address, and other parameters stay', () => {
  const filters = {
    ...noFilters,
    q: 'مريم',
    status: 'no_show' as const,
    locationId: 3,
    period: 'month' as const,
    serviceId: 2,
  };
  const address = writeFilters(new URLSearchParams('tab=appointments'), filters);
  expect(address.get('tab')).toBe('appointments');
  expect(readFilters(address)).toEqual(filters);
  expect(queryOf(filters, wednesday)).toEqual({
    q: 'مريم',
    status: 'no_show',
    locationId: 3,
    from: undefined,
    to: undefined,
    reach: undefined,
    serviceId: 2,
  });
  expect(writeFilters(address, noFilters).toString()).toBe('tab=appointments');
});

test('a custom range may be open at either end, and all dates have none', () => {
  const custom = readFilters(new URLSearchParams('period=custom&from=2026-01-02'));
  expect(queryOf(custom, wednesday)).toMatchObject({ from: '2026-01-02', to: undefined });
  expect(queryOf(readFilters(new URLSearchParams('period=all&from=2026-01-02')), wednesday)).toMatchObject({
    from: undefined,
    to: undefined,
  });
});

test('from now on is computed by the server, and a search covers everything', () => {
  const coming = readFilters(new URLSearchParams('status=pending&period=coming'));
  expect(queryOf(coming, wednesday)).toMatchObject({ coming: '1', from: undefined, to: undefined });
  expect(queryOf({ ...coming, q: 'mona' }, wednesday).coming).toBeUndefined();
  expect(queryOf(noFilters, wednesday).coming).toBeUndefined();
});

test('invalid parameters are ignored', () => {
  expect(
    readFilters(new URLSearchParams('status=gone&location=1e3&period=decade&from=2026-02-30&to=x')),
  ).toEqual(noFilters);
});

test('a search covers all periods except a custom range', () => {
  const month = { ...noFilters, period: 'month' as const };
  expect(queryOf(month, wednesday)).toMatchObject({ from: '2026-11-01', to: '2026-11-30' });
  expect(queryOf({ ...month, q: ' ' }, wednesday)).toMatchObject({ from: '2026-11-01' });
  expect(queryOf({ ...month, q: 'mona' }, wednesday)).toMatchObject({ from: undefined, to: undefined });
  const days = { ...noFilters, q: 'mona', period: 'custom' as const, from: '2026-11-03', to: null };
  expect(queryOf(days, wednesday)).toMatchObject({ from: '2026-11-03', to: undefined });
});
