import { expect, test } from 'vitest';
import type { Appointment } from '#shared/contract/appointments.ts';
import { computeLanes } from './today-lanes.ts';

const visit = (locationId: number, appointmentTime: string, durationMinutes = 20) =>
  ({ locationId, appointmentTime, durationMinutes }) as Appointment;

test('a day has hours from 3 to 7 PM and a lane for each branch with appointments', () => {
  const { from, to, hours, lanes } = computeLanes(
    [visit(2, '15:00:00'), visit(2, '17:00:00', 60)],
    [1, 2, 3],
  );
  expect([from, to]).toEqual([900, 1140]);
  expect(hours).toEqual([900, 960, 1020, 1080, 1140]);
  expect(lanes.map(({ locationId }) => locationId)).toEqual([2]);
  expect(lanes[0]?.bars.map(({ start, length }) => [start, length])).toEqual([
    [0, (20 / 240) * 100],
    [50, 25],
  ]);
});

test('the hours extend to whole hours around early and late appointments', () => {
  const { from, to, hours } = computeLanes([visit(1, '09:30:00'), visit(1, '20:30:00', 45)], [1]);
  expect([from, to]).toEqual([540, 1320]);
  expect(hours).toEqual([540, 660, 780, 900, 1020, 1140, 1260]);
});
