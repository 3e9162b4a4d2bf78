import { expect, test } from 'vitest';
import { withDays } from '#shared/domain/visits/exception-days.ts';
import { emptyExceptionForm, expandToDays, toExceptionDrafts, toExceptionsBody } from './exceptions-draft.ts';

const morning = {
  date: '2026-12-01',
  isClosed: false,
  startTime: '09:00:00',
  endTime: '12:00:00',
  reason: null,
  reasonAr: null,
};

test('several days are added at once, and an end before the beginning adds one day', () => {
  const form = {
    ...emptyExceptionForm,
    from: '2026-12-31',
    until: '2027-01-02',
    reason: ' New Year ',
    everywhere: true,
  };
  const days = expandToDays(form);
  expect(days.map(({ date }) => date)).toEqual(['2026-12-31', '2027-01-01', '2027-01-02']);
  expect(days[0]).toEqual({
    date: '2026-12-31',
    isClosed: true,
    startTime: null,
    endTime: null,
    reason: 'New Year',
    reasonAr: null,
    everywhere: true,
  });
  expect(expandToDays({ ...form, until: '2026-12-01' })).toHaveLength(1);
  expect(expandToDays(emptyExceptionForm)).toEqual([]);
});

test('a closed day replaces its other hours, and separate hours stay', () => {
  const kept = toExceptionDrafts([morning]);
  const evening = expandToDays({
    ...emptyExceptionForm,
    from: '2026-12-01',
    isClosed: false,
    startTime: '15:00:00',
    endTime: '18:00:00',
  });
  const both = withDays(kept, evening);
  expect(both.map(({ startTime }) => startTime)).toEqual(['09:00:00', '15:00:00']);
  expect(
    withDays(both, expandToDays({ ...emptyExceptionForm, from: '2026-12-01' })).map(
      ({ isClosed }) => isClosed,
    ),
  ).toEqual([true]);
  expect(toExceptionsBody(kept)).toEqual([morning]);
});
