import { expect, test } from 'vitest';
import type { ClinicDay } from '#shared/contract/arrivals.ts';
import { isDayOver } from './is-day-over.ts';

const date = '2026-11-22';
/** Cairo is two hours ahead. */
const at = (time: string) => new Date(`${date}T${time}:00Z`);
const day = (stage: string, windows: ClinicDay['windows']) =>
  ({ date, windows, cards: [{ id: 1, stage, appointmentTime: '10:00:00' }] }) as unknown as ClinicDay;
const morning = [{ startTime: '09:00:00', endTime: '13:00:00' }];
const both = [...morning, { startTime: '17:00:00', endTime: '21:00:00' }];

test('a day is over after its last hours if somebody has come', () => {
  expect(isDayOver(day('waiting', both), date, at('12:00'))).toBe(false);
  expect(isDayOver(day('waiting', both), date, at('19:01'))).toBe(true);
  expect(isDayOver(day('waiting', morning), date, at('11:01'))).toBe(true);
  expect(isDayOver(day('expected', morning), date, at('11:01'))).toBe(false);
});

test('a day without hours is over by its date alone', () => {
  expect(isDayOver(day('waiting', []), date, at('08:00'))).toBe(false);
  expect(isDayOver(day('seen', []), date, at('20:00'))).toBe(false);
  expect(isDayOver(day('seen', []), '2026-11-21', at('08:00'))).toBe(true);
});
