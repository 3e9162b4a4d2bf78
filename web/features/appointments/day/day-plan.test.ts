import { expect, test } from 'vitest';
import type { Appointment } from '#shared/contract/appointments.ts';
import { buildDayPlan, createDoctorColumns, createRoomColumns, type DayPlanInput } from './day-plan.ts';

const visit = (id: number, time: string, room: number | null, more: Partial<Appointment> = {}) =>
  ({ id, appointmentTime: time, durationMinutes: 20, room, status: 'confirmed', ...more }) as Appointment;
const startsAt = (...times: number[]) => times.map((at) => ({ at, outside: false }));

function plan(rooms: number, appointments: Appointment[], more: Partial<DayPlanInput> = {}) {
  return buildDayPlan({
    columns: createRoomColumns(rooms, appointments),
    windows: [{ from: 900, to: 1020 }],
    starts: startsAt(900, 920, 930, 940, 960, 980, 990, 1000),
    appointments,
    step: 20,
    notBefore: 0,
    showOutside: false,
    ...more,
  });
}
const freeOf = ({ columns }: ReturnType<typeof plan>) =>
  columns.map(({ free }) => free.map(({ from }) => from));

test('each room has its column with its free times', () => {
  const day = plan(2, [visit(1, '15:00:00', 1), visit(2, '15:20:00', 2)]);
  expect(day.columns.map(({ column, visits }) => [column.room, visits.map(({ row }) => row.id)])).toEqual([
    [1, [1]],
    [2, [2]],
  ]);
  expect(freeOf(day)).toEqual([
    [920, 940, 960, 980, 1000],
    [900, 940, 960, 980, 1000],
  ]);
  expect([day.hours, day.free, day.booked]).toEqual([{ from: 900, to: 1020 }, 10, 2]);
});

test('in a view of one doctor others only occupy time, and are neither counted nor listed', () => {
  const visits = [
    visit(1, '15:00:00', 1, { doctorId: 7 }),
    visit(2, '15:20:00', 1, { doctorId: 8 }),
    visit(3, '15:40:00', 1, { doctorId: null }),
    visit(4, '16:00:00', 1, { doctorId: 8, status: 'cancelled' }),
  ];
  const day = plan(1, visits, { mine: 7 });
  expect(day.columns[0]?.visits.map(({ row, isOthers }) => [row.id, isOthers])).toEqual([
    [1, false],
    [2, true],
    [3, true],
  ]);
  expect([freeOf(day), day.booked, day.off]).toEqual([[[960, 980, 1000]], 1, []]);
  const doctors = [7, 8].map((id) => ({ id, onDuty: [{ from: 900, to: 1020 }], busy: [] }));
  const columns = createDoctorColumns(doctors, visits, String);
  const hers = plan(1, visits, { columns, rooms: 1, mine: 7 });
  expect(hers.columns.map(({ column }) => column.doctor?.id)).toEqual([7]);
  expect(plan(1, visits, { columns, rooms: 1, mine: 9 }).columns).toEqual([]);
});

test('a held time is not free and is shown in its place', () => {
  const kept = [{ from: 920, to: 940, room: 1, doctorId: 7 }];
  const day = plan(2, [visit(1, '15:00:00', 1)], { kept });
  expect(day.columns.map((column) => column.kept)).toEqual([kept, []]);
  expect(freeOf(day)).toEqual([
    [940, 960, 980, 1000],
    [900, 920, 940, 960, 980, 1000],
  ]);
  const busy = { id: 7, onDuty: [{ from: 900, to: 1020 }], busy: [{ from: 920, to: 940 }] };
  const columns = createDoctorColumns([busy], [], String);
  const hers = plan(1, [], { columns, rooms: 1, kept });
  expect([hers.columns[0]?.kept, freeOf(hers)]).toEqual([kept, [[900, 940, 960, 980, 1000]]]);
});

test('overbooked appointments have their own column, side by side if they overlap', () => {
  const day = plan(1, [
    visit(1, '15:00:00', null),
    visit(2, '15:10:00', null),
    visit(3, '15:20:00', null),
    visit(4, '16:00:00', null),
    visit(5, '15:00:00', 7),
  ]);
  const over = day.columns.at(-1);
  expect(over?.column.room).toBeNull();
  expect(over?.visits.map(({ row, lane, lanes }) => [row.id, lane, lanes])).toEqual([
    [1, 0, 3],
    [5, 1, 3],
    [2, 2, 3],
    [3, 0, 3],
    [4, 0, 1],
  ]);
  expect(over?.free).toEqual([]);
});

test('of more than three side by side two stay and the others are listed', () => {
  const times = ['15:00:00', '15:00:00', '15:00:00', '15:10:00', '15:40:00', '16:00:00'];
  const day = plan(
    1,
    times.map((time, index) => visit(index + 1, time, null)),
  );
  const over = day.columns.at(-1);
  const shown = over?.visits.filter(({ isFolded }) => !isFolded);
  expect(shown?.map(({ row, lane, lanes, besideMore }) => [row.id, lane, lanes, besideMore])).toEqual([
    [1, 0, 2, true],
    [2, 1, 2, true],
    [5, 0, 1, false],
    [6, 0, 1, false],
  ]);
  const listed = over?.folded.map(({ from, to, visits }) => [from, to, visits.map(({ row }) => row.id)]);
  expect(listed).toEqual([[900, 930, [3, 4]]]);
  expect([day.booked, day.rows.includes(900)]).toEqual([6, true]);
});

test('appointments that overlap one long one are listed by span', () => {
  const long = visit(1, '15:00:00', null, { durationMinutes: 90 });
  const others = ['15:00:00', '15:00:00', '15:00:00', '16:00:00', '16:00:00', '16:10:00'];
  const over = plan(1, [long, ...others.map((time, index) => visit(index + 2, time, null))]).columns.at(-1);
  expect(over?.folded.map(({ from, to, visits }) => [from, to, visits.length])).toEqual([
    [900, 920, 2],
    [960, 990, 2],
  ]);
});

test('cancelled appointments occupy nothing and are listed separately', () => {
  const day = plan(1, [visit(1, '15:00:00', 1, { status: 'cancelled' })]);
  expect([day.off.map(({ id }) => id), day.columns.length, freeOf(day)[0]?.[0]]).toEqual([[1], 1, 900]);
});

test('past times are not free, and times outside the hours are free on request', () => {
  expect(freeOf(plan(1, [], { notBefore: 965 }))).toEqual([[980, 1000]]);
  expect(freeOf(plan(1, [], { notBefore: null }))).toEqual([[]]);
  const starts = [{ at: 840, outside: true }, ...startsAt(900)];
  expect(freeOf(plan(1, [], { starts }))).toEqual([[900]]);
  const shown = plan(1, [], { starts, showOutside: true });
  expect([freeOf(shown), shown.free]).toEqual([[[840, 900]], 1]);
  expect([shown.hours, shown.closed]).toEqual([{ from: 840, to: 1020 }, [{ from: 840, to: 900 }]]);
});

test('a day is closed between two shifts, and around an appointment outside of them', () => {
  const windows = [
    { from: 540, to: 720 },
    { from: 900, to: 1020 },
  ];
  const day = plan(1, [visit(1, '18:30:00', null)], { windows });
  expect(day.closed).toEqual([
    { from: 720, to: 900 },
    { from: 1020, to: 1140 },
  ]);
});

test('at a branch booked by doctors each has a column, free while on duty with a free room', () => {
  const laila = { id: 1, onDuty: [{ from: 900, to: 1020 }], busy: [{ from: 900, to: 920 }] };
  const hoda = { id: 2, onDuty: [{ from: 900, to: 960 }], busy: [] };
  const rows = [
    visit(1, '15:00:00', 1, { doctorId: 1 }),
    visit(2, '15:20:00', 1, { doctorId: 3 }),
    visit(3, '15:40:00', null, { doctorId: null }),
  ];
  const columns = createDoctorColumns([laila, hoda], rows, (id) => `Dr. ${id}`);
  const day = plan(1, rows, { columns, rooms: 1 });
  expect(day.columns.map(({ column, visits }) => [column.key, visits.map(({ row }) => row.id)])).toEqual([
    ['d1', [1]],
    ['d2', []],
    ['d3', [2]],
    ['nobody', [3]],
  ]);
  // One room: at 15:20 it is in use, whichever doctor uses it.
  expect(freeOf(day)).toEqual([[940, 960, 980, 1000], [940], [], []]);
  expect(day.columns[1]?.off).toEqual([{ from: 960, to: 1020 }]);
});

test('an absent doctor has a column with the absence and the displaced appointments', () => {
  const laila = { id: 1, onDuty: [{ from: 900, to: 1020 }], busy: [{ from: 960, to: 1440 }] };
  const away = [
    { doctorId: 1, from: 960, to: 1440, disruptionId: 4, displaced: 2 },
    { doctorId: 2, from: 0, to: 1440, disruptionId: null, displaced: 0 },
    { doctorId: 2, from: 0, to: 300, disruptionId: null, displaced: 0 },
  ];
  const columns = createDoctorColumns([laila], [], String, away);
  const day = plan(2, [], { columns, rooms: 2, away });
  expect(day.columns.map((one) => [one.column.key, one.away])).toEqual([
    ['d1', [{ from: 960, to: 1020, disruptionId: 4, displaced: 2 }]],
    ['d2', [{ from: 900, to: 1020, disruptionId: null, displaced: 0 }]],
  ]);
  expect(freeOf(day)).toEqual([[900, 920, 940], []]);
});
