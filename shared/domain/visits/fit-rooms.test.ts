import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitRooms, type RoomHold } from './fit-rooms.ts';

const at = (minute: number): string =>
  `2027-06-08 ${String(10 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`;
const hold = (from: number, minutes: number, room: number): RoomHold => ({
  from: at(from),
  to: at(from + minutes),
  room,
});

test('of two at one time the first of the list stays, whatever its room', () => {
  const [later, earlier] = [hold(0, 20, 1), hold(0, 20, 2)];
  const { unfit, moved } = fitRooms([earlier, later], 1);
  expect(unfit).toEqual([later]);
  expect([moved.get(earlier), moved.get(later)]).toEqual([1, 2]);
});

test('nothing moves while every hold is in a remaining room', () => {
  const there = [hold(0, 20, 1), hold(20, 20, 1)];
  const alone = hold(60, 20, 2);
  expect([...fitRooms([...there, alone], 1).moved]).toEqual([[alone, 1]]);
  expect(fitRooms(there, 1)).toEqual({ unfit: [], moved: new Map() });
});

test('holds that fit only in other rooms all stay', () => {
  const holds = [hold(0, 20, 1), hold(10, 30, 2), hold(20, 40, 3), hold(40, 20, 1)];
  const { unfit, moved } = fitRooms(holds, 2);
  expect(unfit).toEqual([]);
  expect(moved.get(holds[2] as RoomHold)).toBe(1);
});

test('of two in one room at one time only the first of the list stays', () => {
  const [visit, offer] = [hold(20, 20, 1), hold(0, 40, 1)];
  expect(fitRooms([visit, offer], 1).unfit).toEqual([offer]);
});

const holdsInRooms = fc
  .array(fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 4 })), {
    maxLength: 14,
  })
  .map((rows) => {
    const holds: RoomHold[] = [];
    for (const [from, length, room] of rows) {
      const next = hold(from * 20, length * 20, room);
      if (!holds.some((one) => one.room === room && one.from < next.to && next.from < one.to))
        holds.push(next);
    }
    return holds;
  });

test('no two holds share a room, and each that does not fit overlaps enough earlier ones', () => {
  fc.assert(
    fc.property(holdsInRooms, fc.integer({ min: 1, max: 3 }), (holds, rooms) => {
      const { unfit, moved } = fitRooms(holds, rooms);
      const after = holds.map((one) => ({ ...one, room: moved.get(one) ?? one.room }));
      const meet = (a: RoomHold, b: RoomHold) => a.from < b.to && b.from < a.to;
      for (const [i, one] of after.entries()) {
        const isOut = unfit.includes(holds[i] as RoomHold);
        expect(one.room > rooms).toBe(isOut);
        for (const other of after.slice(i + 1))
          expect(one.room === other.room && meet(one, other)).toBe(false);
        const earlier = after.slice(0, i).filter((other) => other.room <= rooms && meet(one, other));
        const most = Math.max(
          0,
          ...[one, ...earlier].map(({ from }) => earlier.filter((e) => e.from <= from && from < e.to).length),
        );
        if (isOut) expect(most).toBe(rooms);
      }
    }),
    { numRuns: 300 },
  );
});
