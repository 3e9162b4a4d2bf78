import type { Appointment } from '#shared/contract/appointments.ts';
import { dayEnd } from '#shared/domain/clinic-time.ts';
import { holdsSlot } from '#shared/domain/visits/appointment-status.ts';
import type { DoctorDay } from '#shared/domain/visits/doctor-times.ts';
import { freeInRoom, freeWithDoctor } from '#shared/domain/visits/free-by-room.ts';
import { type Folded, foldedOf, inLanes, type Placed, type Span, shareOf, spanOf } from './in-lanes.ts';

/**
 * What stands side by side in a day: its rooms, or its doctors where they are booked, and a place for who was
 * booked over them.
 */
export interface Column {
  readonly key: string;
  /** The room that a visit gets here; null: none is named here. */
  readonly room: number | null;
  /** Who sees a visit that is put here. */
  readonly doctor: (DoctorDay & { readonly name: string }) | null;
  holds(row: Appointment): boolean;
}
/** Something is given here: a room, or a doctor. */
export const gives = ({ room, doctor }: Column): boolean => room !== null || doctor !== null;
export interface FreeTime extends Span {
  /** Not within the branch's hours: asked about before it is given. */
  readonly outside: boolean;
}
/** When whoever sees patients in a column is away, and the page of what becomes of those it displaces. */
export interface AwayTime extends Span {
  readonly disruptionId: number | null;
  readonly displaced: number;
}
export interface DayColumn {
  readonly column: Column;
  readonly visits: readonly Placed[];
  /** Its width, in columns of visits that stand alone. */
  readonly share: number;
  /** Of them, those that are listed where they overlap. */
  readonly folded: readonly Folded[];
  readonly free: readonly FreeTime[];
  /** Kept for patients to whom it is offered. */
  readonly kept: readonly Span[];
  /** When whoever sees patients here is not on duty. */
  readonly off: readonly Span[];
  readonly away: readonly AwayTime[];
}
/** A time at which a visit may start. */
export interface Start {
  readonly at: number;
  readonly outside: boolean;
}
export interface DayPlan {
  /** Whole hours around everything that is shown. */
  readonly hours: Span;
  readonly columns: readonly DayColumn[];
  /** Within the hours that are shown: when nobody is seen. */
  readonly closed: readonly Span[];
  /** When something begins, in order: the rows of the grid. */
  readonly rows: readonly number[];
  /** When a visit may be put down. */
  readonly starts: readonly Start[];
  /** Cancelled and missed visits: they hold no room. */
  readonly off: readonly Appointment[];
  /** Free times within the hours. */
  readonly free: number;
  readonly booked: number;
}
export interface DayFacts {
  readonly columns: readonly Column[];
  /** How many there are, where doctors stand side by side. */
  readonly rooms?: number;
  readonly windows: readonly Span[];
  /** What is kept, and where. */
  readonly kept?: readonly (Span & { readonly room: number | null; readonly doctorId: number | null })[];
  readonly away?: readonly (AwayTime & { readonly doctorId: number })[];
  readonly appointments: readonly Appointment[];
  readonly starts: readonly Start[];
  /** How long a free time is at least. */
  readonly step: number;
  /** The first minute that is still to come; null: the day is over. */
  readonly notBefore: number | null;
  /** Free times outside the hours are shown as well. */
  readonly showOutside: boolean;
  /** Of this doctor alone: of others it is only seen that their time is taken. */
  readonly mine?: number | null;
}

/** The rooms of a branch, and a column beside them where visits stand in none. */
export function roomColumns(rooms: number, appointments: readonly Appointment[]): Column[] {
  const inRoom = (row: Appointment) => row.room !== null && row.room <= rooms;
  const columns = Array.from({ length: rooms }, (_, index): Column => {
    const room = index + 1;
    return { key: String(room), room, doctor: null, holds: (row) => row.room === room };
  });
  if (appointments.every((row) => inRoom(row) || !holdsSlot(row.status))) return columns;
  return [...columns, { key: 'over', room: null, doctor: null, holds: (row) => !inRoom(row) }];
}

/** The doctors of a branch's day, who is away, who has a visit there, and a column of those of nobody. */
export function doctorColumns(
  doctors: readonly DoctorDay[],
  appointments: readonly Appointment[],
  nameOf: (id: number) => string,
  away: readonly { readonly doctorId: number }[] = [],
): Column[] {
  const on = appointments.filter(({ status }) => holdsSlot(status));
  const seeing = [...away, ...on].flatMap(({ doctorId }) => doctorId ?? []);
  const beside = [...new Set(seeing)].filter((id) => !doctors.some((one) => one.id === id));
  const days = [...doctors, ...beside.map((id) => ({ id, onDuty: [], busy: [] }))];
  const columns = days.map(
    (doctor): Column => ({
      key: `d${doctor.id}`,
      room: null,
      doctor: { ...doctor, name: nameOf(doctor.id) },
      holds: (row) => row.doctorId === doctor.id,
    }),
  );
  if (on.every(({ doctorId }) => doctorId !== null)) return columns;
  return [...columns, { key: 'nobody', room: null, doctor: null, holds: (row) => row.doctorId === null }];
}

/** The visit is to be shown: it is of this doctor, where one's alone are looked at. */
export const isOfDoctor = ({ doctorId }: Appointment, mine: number | null): boolean =>
  mine === null || doctorId === mine;

/** The part of it that lies in a span, if any does. */
function within<T extends Span>(hours: Span, one: T): T[] {
  const [from, to] = [Math.max(hours.from, one.from), Math.min(hours.to, one.to)];
  return from < to ? [{ ...one, from, to }] : [];
}

/** The stretches of a span that no window covers. */
function between(hours: Span, windows: readonly Span[]): Span[] {
  const closed: Span[] = [];
  let at = hours.from;
  for (const { from, to } of windows.toSorted((a, b) => a.from - b.from)) {
    if (from > at) closed.push({ from: at, to: Math.min(from, hours.to) });
    at = Math.max(at, to);
  }
  if (at < hours.to) closed.push({ from: at, to: hours.to });
  return closed.filter(({ from, to }) => from < to);
}

function hoursAround(spans: readonly Span[]): Span {
  const from = Math.min(...spans.map((span) => span.from), dayEnd);
  const to = Math.max(...spans.map((span) => span.to), 0);
  return from < to
    ? { from: Math.floor(from / 60) * 60, to: Math.ceil(to / 60) * 60 }
    : { from: 9 * 60, to: 17 * 60 };
}

/** Where doctors stand side by side, the one whose visits are shown stands alone. */
const isLookedAt = (mine: number | null, doctor: Column['doctor'], key: string): boolean =>
  mine === null || (doctor ? doctor.id === mine : key !== 'nobody');

/** A branch's day as columns: who is where, what is free, and when nobody is seen. */
export function planOfDay(facts: DayFacts): DayPlan {
  const { windows, appointments, step, notBefore, showOutside, mine = null, kept = [], away = [] } = facts;
  const on = appointments.filter(({ status }) => holdsSlot(status));
  const isOutside = new Map(facts.starts.map(({ at, outside }) => [at, outside]));
  const starts = facts.starts.filter(({ outside }) => showOutside || !outside);
  const keptIn = (room: number) => kept.filter((time) => time.room === room);
  const taken = Array.from({ length: facts.rooms ?? 0 }, (_, index) => [
    ...on.filter(({ room }) => room === index + 1).map(spanOf),
    ...keptIn(index + 1),
  ]);
  const around = hoursAround([...windows, ...on.map(spanOf)]);
  const looked = facts.columns.filter(({ doctor, key }) => isLookedAt(mine, doctor, key));
  const columns = looked.map((column): DayColumn => {
    const visits = inLanes(
      on.filter((row) => column.holds(row)),
      (row) => !isOfDoctor(row, mine),
    );
    const heldHere = column.doctor
      ? kept.filter(({ doctorId }) => doctorId === column.doctor?.id)
      : column.room === null
        ? []
        : keptIn(column.room);
    const question = { starts: starts.map(({ at }) => at), minutes: step, notBefore };
    const free = column.doctor
      ? freeWithDoctor(column.doctor, taken, question)
      : column.room === null
        ? []
        : freeInRoom({ ...question, taken: [...visits, ...heldHere] });
    return {
      column,
      visits,
      share: shareOf(visits),
      folded: foldedOf(visits),
      kept: heldHere,
      off: column.doctor ? between(around, column.doctor.onDuty) : [],
      away: away.flatMap(({ doctorId, ...one }) =>
        doctorId === column.doctor?.id ? within(around, one) : [],
      ),
      free: free.map((time) => ({ ...time, outside: isOutside.get(time.from) === true })),
    };
  });
  const hours = hoursAround([
    ...windows,
    ...columns.flatMap(({ visits, free, kept: held }) => [...visits, ...free, ...held]),
  ]);
  const begins = columns.flatMap(({ visits, free, kept: held }) =>
    [...visits, ...free, ...held].map(({ from }) => from),
  );
  return {
    hours,
    columns,
    closed: between(hours, windows),
    rows: [...new Set(begins)].sort((a, b) => a - b),
    starts,
    off: appointments.filter((row) => !holdsSlot(row.status) && isOfDoctor(row, mine)),
    free: columns.reduce((sum, { free }) => sum + free.filter(({ outside }) => !outside).length, 0),
    booked: on.filter((row) => isOfDoctor(row, mine)).length,
  };
}

export const fullHours = ({ from, to }: Span): number[] =>
  Array.from({ length: (to - from) / 60 }, (_, index) => from + index * 60);

/** Where each column begins and how wide it is, as parts of the width of all. */
export function columnPositions(
  columns: readonly Pick<DayColumn, 'share'>[],
): { at: number; width: number }[] {
  const all = columns.reduce((sum, { share }) => sum + share, 0);
  let at = 0;
  return columns.map(({ share }) => {
    const place = { at, width: share / all };
    at += place.width;
    return place;
  });
}
