/** An appointment or offer that occupies a room of a branch; times as `YYYY-MM-DD HH:MM:SS`. */
export interface RoomHold {
  readonly from: string;
  readonly to: string;
  readonly room: number;
}

const doHoldsOverlap = (a: RoomHold, b: RoomHold): boolean => a.from < b.to && b.from < a.to;

/** A patient may have booked over the time that is kept for her, in the same room. */
const haveSharedRoom = (holds: readonly RoomHold[]): boolean =>
  holds.some((a, i) => holds.slice(i + 1).some((b) => a.room === b.room && doHoldsOverlap(a, b)));

/** Groups holds that overlap, directly or through others. Each group can be placed without the others. */
function groupOverlapping<Hold extends RoomHold>(holds: readonly Hold[]): Hold[][] {
  const groups: Hold[][] = [];
  let end = '';
  for (const hold of holds.toSorted((a, b) => a.from.localeCompare(b.from))) {
    if (hold.from >= end) groups.push([]);
    groups.at(-1)?.push(hold);
    if (hold.to > end) end = hold.to;
  }
  return groups;
}

/** The largest number of these holds at one time during `hold`. */
const countMaxDuring = (hold: RoomHold, holds: readonly RoomHold[]): number => {
  const there = holds.filter((other) => doHoldsOverlap(hold, other));
  const starts = [hold.from, ...there.map(({ from }) => from).filter((from) => from > hold.from)];
  return Math.max(...starts.map((at) => there.filter(({ from, to }) => from <= at && at < to).length));
};

/** Gives each hold a room of the range: its own if possible, else the lowest free one. */
function assignRoomsInRange<Hold extends RoomHold>(
  holds: readonly Hold[],
  { lowest, highest }: { lowest: number; highest: number },
): Map<Hold, number> {
  const placed = new Map<Hold, number>();
  for (const hold of holds.toSorted((a, b) => a.from.localeCompare(b.from))) {
    const taken = new Set([...placed].flatMap(([other, room]) => (doHoldsOverlap(hold, other) ? room : [])));
    const isFree = (room: number) => room >= lowest && room <= highest && !taken.has(room);
    let room = lowest;
    while (taken.has(room)) room += 1;
    placed.set(hold, isFree(hold.room) ? hold.room : room);
  }
  return placed;
}

/**
 * Distributes holds over fewer rooms. If too many overlap, the first ones of the list stay. Returns the holds
 * that do not fit, and every hold that gets another room. Those that do not fit get rooms above `rooms`,
 * which no longer exist.
 */
export function fitRooms<Hold extends RoomHold>(
  holds: readonly Hold[],
  rooms: number,
): { unfit: Hold[]; moved: Map<Hold, number> } {
  const place = new Map(holds.map((hold, at) => [hold, at]));
  const inOrder = (group: readonly Hold[]) =>
    group.toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
  const unfit: Hold[] = [];
  const moved = new Map<Hold, number>();
  for (const group of groupOverlapping(holds)) {
    if (group.every(({ room }) => room <= rooms) && !haveSharedRoom(group)) continue;
    const stay: Hold[] = [];
    const leave: Hold[] = [];
    for (const hold of inOrder(group)) (countMaxDuring(hold, stay) < rooms ? stay : leave).push(hold);
    // Never more than `rooms` of those that stay overlap, so each of them finds a room.
    const placed = [
      ...assignRoomsInRange(stay, { lowest: 1, highest: rooms }),
      ...assignRoomsInRange(leave, { lowest: rooms + 1, highest: Number.POSITIVE_INFINITY }),
    ];
    for (const [hold, room] of placed) if (room !== hold.room) moved.set(hold, room);
    unfit.push(...leave);
  }
  return { unfit, moved };
}
