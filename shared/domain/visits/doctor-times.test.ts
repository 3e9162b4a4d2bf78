import { describe, expect, test } from 'vitest';
import {
  type Duty,
  doctorDayWithoutDuty,
  groupByDoctor,
  isDoctorAvailable,
  listDoctorDays,
} from './doctor-times.ts';

const monday = '2027-06-07';
const at = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
};
const duty = (doctorId: number, from: string, to: string, more: Partial<Duty> = {}): Duty => ({
  doctorId,
  weekday: 1,
  starts: at(from),
  ends: at(to),
  from: null,
  before: null,
  ...more,
});
const away = (doctorId: number, from: string, to: string) => ({ doctorId, from, to });
const idsOn = (date: string, duties: Duty[], absences = [] as ReturnType<typeof away>[], wanted = [1, 2]) =>
  listDoctorDays(date, { duties, away: absences }, wanted).map(({ id }) => id);

describe('the doctors of a branch on a day', () => {
  test('are the wanted ones on duty that weekday', () => {
    const duties = [duty(1, '15:00', '17:00'), duty(2, '15:00', '17:00', { weekday: 2 })];
    expect(idsOn(monday, duties)).toEqual([1]);
    expect(idsOn('2027-06-08', duties)).toEqual([2]);
    expect(idsOn(monday, duties, [], [2])).toEqual([]);
  });

  test('have duties from the first day until before the last', () => {
    const duties = [duty(1, '15:00', '17:00', { from: '2027-06-07', before: '2027-06-14' })];
    expect(idsOn('2027-05-31', duties)).toEqual([]);
    expect(idsOn(monday, duties)).toEqual([1]);
    expect(idsOn('2027-06-14', duties)).toEqual([]);
  });

  test('exclude a doctor who is absent during her whole duty, by one or two absences', () => {
    const duties = [duty(1, '15:00', '17:00')];
    expect(idsOn(monday, duties, [away(1, '2027-06-07 00:00:00', '2027-06-08 00:00:00')])).toEqual([]);
    const two = [
      away(1, '2027-06-01 00:00:00', '2027-06-07 16:00:00'),
      away(1, '2027-06-07 16:00:00', '2027-06-07 17:00:00'),
    ];
    expect(idsOn(monday, duties, two)).toEqual([]);
    expect(idsOn(monday, duties, two.slice(0, 1))).toEqual([1]);
    expect(idsOn(monday, duties, [away(1, '2027-06-06 00:00:00', '2027-06-07 00:00:00')])).toEqual([1]);
  });
});

describe('a doctor is available', () => {
  const dayOf = (duties: Duty[], absences = [] as ReturnType<typeof away>[], held = new Map()) => {
    const [day] = listDoctorDays(monday, { duties, away: absences }, [1], held);
    if (!day) throw new Error('she is not there');
    return day;
  };

  test('within her duty to the minute, also across two adjoining ranges', () => {
    const day = dayOf([duty(1, '16:00', '17:00'), duty(1, '15:00', '16:00')]);
    expect(
      ['14:40', '15:00', '15:50', '16:40', '16:41'].map((time) => isDoctorAvailable(day, at(time), 20)),
    ).toEqual([false, true, true, true, false]);
  });

  test('not while absent or busy at any branch', () => {
    const held = new Map([[1, [{ from: at('16:00'), to: at('16:20') }]]]);
    const day = dayOf(
      [duty(1, '15:00', '17:00')],
      [away(1, '2027-06-07 16:30:00', '2027-06-07 17:00:00')],
      held,
    );
    expect(['15:40', '15:41', '16:20', '16:10'].map((time) => isDoctorAvailable(day, at(time), 20))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(isDoctorAvailable(day, at('16:20'), 10)).toBe(true);
  });

  test('at any hour if she is named beyond her duty', () => {
    const roster = { duties: [], away: [away(1, '2027-06-07 12:00:00', '2027-06-08 00:00:00')] };
    const day = doctorDayWithoutDuty(1, monday, roster);
    expect([isDoctorAvailable(day, at('09:00'), 20), isDoctorAvailable(day, at('11:50'), 20)]).toEqual([
      true,
      false,
    ]);
  });
});

const visit = (id: number, doctorId: number | null) => ({ id, doctorId });

test('appointments are grouped by doctor in the order of the day, those without a doctor last', () => {
  const rows = [visit(1, null), visit(2, 7), visit(3, 9), visit(4, 7), visit(5, 3)];
  expect(
    groupByDoctor(rows, [9, 7, 8]).map((group) => [group.doctorId, group.rows.map(({ id }) => id)]),
  ).toEqual([
    [9, [3]],
    [7, [2, 4]],
    [3, [5]],
    [null, [1]],
  ]);
  expect(groupByDoctor([])).toEqual([]);
});
