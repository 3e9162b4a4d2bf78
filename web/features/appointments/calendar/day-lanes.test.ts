import { expect, test } from 'vitest';
import type { Appointment } from '#shared/contract/appointments.ts';
import { planOfDay } from './day-lanes.ts';

const visit = (id: number, time: string, room: number | null, more: Partial<Appointment> = {}) =>
  ({ id, appointmentTime: time, durationMinutes: 20, room, status: 'confirmed', ...more }) as Appointment;
const afternoon = { windows: [{ from: 900, to: 1020 }], starts: [900, 930, 960, 990] };

test('each room has its lane, and is free where nobody is booked', () => {
  const plan = planOfDay({
    rooms: 2,
    ...afternoon,
    appointments: [visit(1, '15:00:00', 1), visit(2, '15:20:00', 2)],
  });
  expect(
    plan.lanes.map(({ room, visits, free }) => [
      room,
      visits.map(({ row }) => row.id),
      free.map(({ from }) => from),
    ]),
  ).toEqual([
    [1, [1], [930, 960, 990]],
    [2, [2], [960, 990]],
  ]);
  expect(plan.hours).toEqual({ from: 900, to: 1020 });
});

test('what is free does not lie over itself where patients book in steps of twenty minutes', () => {
  const [lane] = planOfDay({
    rooms: 1,
    windows: afternoon.windows,
    starts: [900, 920, 930, 940, 960, 980, 990],
    appointments: [visit(1, '15:00:00', 1)],
  }).lanes;
  expect(lane?.free).toEqual([
    { from: 920, to: 950 },
    { from: 960, to: 990 },
    { from: 990, to: 1020 },
  ]);
});

test('overbooked visits stand beside the rooms, and beside each other where they overlap', () => {
  const over = [visit(3, '15:00:00', null), visit(4, '15:10:00', null), visit(5, '15:30:00', null)];
  const { lanes } = planOfDay({ rooms: 1, ...afternoon, appointments: over });
  expect(lanes.map(({ room, visits }) => [room, visits.map(({ row }) => row.id)])).toEqual([
    [1, []],
    [null, [3, 5]],
    [null, [4]],
  ]);
});

test('cancelled and missed visits hold no room', () => {
  const plan = planOfDay({
    rooms: 1,
    ...afternoon,
    appointments: [visit(6, '15:00:00', 1, { status: 'cancelled' })],
  });
  expect(plan.off.map(({ id }) => id)).toEqual([6]);
  expect(plan.lanes[0]?.free).toHaveLength(4);
});

test('a visit outside the hours is still shown; an empty day has office hours', () => {
  expect(planOfDay({ rooms: 1, ...afternoon, appointments: [visit(7, '12:30:00', null)] }).hours.from).toBe(
    720,
  );
  expect(planOfDay({ rooms: 1, windows: [], starts: [], appointments: [] }).hours).toEqual({
    from: 540,
    to: 1020,
  });
});
