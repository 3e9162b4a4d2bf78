import { expect, test } from 'vitest';
import type { Appointment } from '#shared/contract/appointments.ts';
import { buildDayPlan, createDoctorColumns, createRoomColumns } from './day-plan.ts';
import { findDropConflict, findNearestStart, findRowTarget, stepTarget } from './drop-target.ts';

const visit = (id: number, time: string, room: number | null, userId = id) =>
  ({ id, userId, appointmentTime: time, durationMinutes: 20, room, status: 'confirmed' }) as Appointment;
const mona = visit(1, '15:00:00', 1);
const appointments = [mona, visit(2, '15:20:00', 2), visit(3, '16:00:00', 2, 1), visit(4, '15:40:00', null)];
const plan = buildDayPlan({
  columns: createRoomColumns(2, appointments),
  windows: [{ from: 900, to: 1020 }],
  starts: [900, 920, 940, 960, 980, 1020].map((at) => ({ at, outside: at >= 1020 })),
  appointments,
  step: 20,
  notBefore: 0,
  showOutside: true,
});
const against = (room: number, from: number, minutes = 20) => {
  const found = findDropConflict(plan, { id: 1, userId: 1, minutes }, { key: String(room), from });
  return found && [found.kind, 'with' in found ? found.with.id : null];
};

test('a place is free, taken, or at a time of her other appointment, and her own place is free', () => {
  expect(against(1, 900)).toBeNull();
  expect(against(2, 940)).toBeNull();
  expect(against(2, 920)).toEqual(['taken', 2]);
  expect(against(2, 900, 40)).toEqual(['taken', 2]);
  expect(against(1, 960)).toEqual(['busy', 3]);
  expect(against(1, 1020)).toEqual(['outside', null]);
});

test('arrow keys move from start to start and between rooms, and stop at the edge', () => {
  const here = { key: '1', from: 900 };
  expect(stepTarget(plan, here, { starts: 1 })).toEqual({ key: '1', from: 920 });
  expect(stepTarget(plan, here, { starts: -1 })).toEqual(here);
  expect(stepTarget(plan, here, { columns: 1 })).toEqual({ key: '2', from: 900 });
  expect(stepTarget(plan, { key: '2', from: 1020 }, { columns: 1 })).toEqual({ key: '2', from: 1020 });
  expect(stepTarget(plan, { key: '2', from: 1020 }, { starts: 1 })).toEqual({ key: '2', from: 1020 });
});

test('a drop between two starts uses the nearer one', () => {
  expect([findNearestStart(plan, 908), findNearestStart(plan, 913), findNearestStart(plan, 2000)]).toEqual([
    900, 920, 1020,
  ]);
});

test('an appointment without a room cannot be moved by keys', () => {
  expect(findRowTarget(plan, mona)).toEqual({ key: '1', from: 900 });
  expect(findRowTarget(plan, visit(4, '15:40:00', null))).toBeNull();
});

test('the target doctor decides the conflict: busy or off duty', () => {
  const onDuty = [{ from: 900, to: 960 }];
  const hers = { ...visit(5, '15:20:00', 2), doctorId: 8 } as Appointment;
  const mine = { ...mona, doctorId: 7 } as Appointment;
  const rows = [mine, hers];
  const doctors = [7, 8].map((id) => ({ id, onDuty, busy: [] }));
  const day = buildDayPlan({
    columns: createDoctorColumns(doctors, rows, String),
    rooms: 2,
    windows: [{ from: 900, to: 1020 }],
    starts: [900, 920, 940, 960].map((at) => ({ at, outside: false })),
    appointments: rows,
    step: 20,
    notBefore: 0,
    showOutside: false,
  });
  const kindAt = (from: number) =>
    findDropConflict(day, { id: 1, userId: 1, minutes: 20 }, { key: 'd8', from })?.kind;
  expect([kindAt(900), kindAt(920), kindAt(960)]).toEqual([undefined, 'taken', 'outside']);
  expect(findRowTarget(day, mine)).toEqual({ key: 'd7', from: 900 });
});
