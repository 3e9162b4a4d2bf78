import type { Appointment } from '#shared/contract/appointments.ts';
import { minutesOf, timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { holdsSlot } from '#shared/domain/visits/appointment-status.ts';

export interface Span {
  from: number;
  to: number;
}
export interface Lane {
  /** Of 1 and up; null for visits that stand outside the rooms. */
  room: number | null;
  visits: (Span & { row: Appointment })[];
  /** Half hours in which nobody is booked. */
  free: Span[];
}
export interface DayPlan {
  /** Whole hours around everything that is shown. */
  hours: Span;
  lanes: Lane[];
  /** Cancelled and missed visits: they hold no room. */
  off: Appointment[];
}
export interface DayFacts {
  rooms: number;
  windows: readonly Span[];
  appointments: readonly Appointment[];
  /** When a visit may start, in order: closer together than half hours where patients book in other steps. */
  starts: readonly number[];
}

const step = 30;
const spanOf = (row: Appointment): Span => {
  const from = minutesOf(row.appointmentTime);
  return { from, to: from + row.durationMinutes };
};
const overlap = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;

/** Overbooked visits stand side by side where they overlap. */
function overbookedLanes(rows: readonly Appointment[]): Lane[] {
  const lanes: Lane[] = [];
  for (const row of rows) {
    const visit = { ...spanOf(row), row };
    const lane = lanes.find(({ visits }) => !visits.some((other) => overlap(visit, other)));
    if (lane) lane.visits.push(visit);
    else lanes.push({ room: null, visits: [visit], free: [] });
  }
  return lanes;
}

/** One half hour after the other, from the first start that nothing stands in the way of. */
function freeBeside(visits: readonly Span[], starts: readonly number[]): Span[] {
  const free: Span[] = [];
  for (const from of starts) {
    const slot = { from, to: from + step };
    const isBehindLast = from >= (free.at(-1)?.to ?? 0);
    if (isBehindLast && !visits.some((visit) => overlap(slot, visit))) free.push(slot);
  }
  return free;
}

/** A branch's day as lanes: one a room, more where visits were booked over. */
export function planOfDay({ rooms, windows, appointments, starts }: DayFacts): DayPlan {
  const on = appointments.filter(({ status }) => holdsSlot(status));
  const inRooms = Array.from({ length: rooms }, (_, index): Lane => {
    const visits = on.filter(({ room }) => room === index + 1).map((row) => ({ ...spanOf(row), row }));
    return { room: index + 1, visits, free: freeBeside(visits, starts) };
  });
  const lanes = [...inRooms, ...overbookedLanes(on.filter(({ room }) => room === null || room > rooms))];
  const spans = [
    ...windows,
    ...lanes.flatMap(({ visits }) => visits),
    ...starts.map((from) => ({ from, to: from + step })),
  ];
  const from = Math.min(...spans.map((span) => span.from), 24 * 60);
  const to = Math.max(...spans.map((span) => span.to), 0);
  const hours =
    from < to
      ? { from: Math.floor(from / 60) * 60, to: Math.ceil(to / 60) * 60 }
      : { from: 9 * 60, to: 17 * 60 };
  return { hours, lanes, off: appointments.filter(({ status }) => !holdsSlot(status)) };
}

/** What stands in a lane, by time: visits and free half hours. */
export const inLane = ({ visits, free }: Lane) =>
  [
    ...visits.map((visit) => ({ ...visit, time: timeOfMinutes(visit.from) })),
    ...free.map((span) => ({ ...span, row: null, time: timeOfMinutes(span.from) })),
  ].sort((a, b) => a.from - b.from);

export const fullHours = ({ from, to }: Span): number[] =>
  Array.from({ length: (to - from) / 60 }, (_, index) => from + index * 60);
