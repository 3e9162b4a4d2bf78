import { beforeAll, expect, test } from 'vitest';
import type { Card } from '#shared/contract/arrivals.ts';
import { wallToInstant } from '#shared/domain/clinic-time.ts';
import { enDeskDay } from '#shared/messages/en/desk-day.ts';
import { setMessageLanguage } from '#web/i18n.ts';
import { listCardMarks } from './card-marks.tsx';

beforeAll(() => setMessageLanguage('en', enDeskDay));

const day = '2027-06-08';
const now = wallToInstant(day, '17:12:00');
const at = (time: string) => wallToInstant(day, time).toISOString();
const card = (more: Partial<Card>) =>
  ({
    stage: 'expected',
    status: 'confirmed',
    appointmentTime: '17:20:00',
    hereAt: null,
    arrivedAt: null,
    walkIn: false,
    hereByNumber: false,
    overbooked: false,
    movedBecause: null,
    ...more,
  }) as Card;
const said = (more: Partial<Card>, isToday = true) =>
  listCardMarks(card(more), now, isToday).map(({ text }) => text);

test('an expected patient is late only today, and not after checking in', () => {
  expect(said({})).toEqual([]);
  expect(said({ appointmentTime: '17:00:00' })).toEqual(['12 min late']);
  expect(said({ appointmentTime: '15:13:00' })).toEqual(['119 min late']);
  expect(said({ appointmentTime: '13:15:00' })).toEqual(['3 hours late']);
  expect(said({ appointmentTime: '17:00:00' }, false)).toEqual([]);
  expect(said({ appointmentTime: '17:00:00', hereAt: at('16:58:00') })).toEqual(['Says she is here']);
  expect(said({ status: 'pending' })).toEqual(['Not confirmed']);
});

test('a waiting patient shows her waiting time, and why she was moved', () => {
  const waits = (time: string) => said({ stage: 'waiting', arrivedAt: at(time) });
  expect([waits('17:11:40'), waits('17:00:00'), waits('16:30:00')]).toEqual([
    ['Just arrived'],
    ['12 min'],
    ['Long, 42 min'],
  ]);
  const moved = { stage: 'waiting', arrivedAt: at('17:00:00'), movedBecause: 'in pain' } as const;
  expect(said(moved)).toEqual(['12 min', 'Moved: in pain']);
});

test('a walk-in is not also marked as overbooked', () => {
  expect(said({ overbooked: true })).toEqual(['Overbooked']);
  expect(said({ overbooked: true, walkIn: true })).toEqual(['Walk-in']);
});
