import type { Appointment } from '#shared/contract/appointments.ts';
import { dayEnd } from '#shared/domain/clinic-time.ts';
import { holdsSlot } from '#shared/domain/visits/appointment-status.ts';
import type { DoctorDay } from '#shared/domain/visits/doctor-times.ts';
import { listFreeInRoom, listFreeWithDoctor } from '#shared/domain/visits/free-by-room.ts';
import {
  assignLanes,
  computeWidthShare,
  type FoldedAppointments,
  groupFolded,
  type LanedAppointment,
  type Span,
  toAppointmentSpan,
} from './lanes.ts';

/**
 * A column of a day: a room, a doctor at branches booked by doctor, or the column for appointments without
 * one.
 */
export interface Column {
  readonly key: string;
  /** Room that an appointment gets in this column; null: no room. */
  readonly room: number | null;
  /** Doctor of an appointment in this column. */
  readonly doctor: (DoctorDay & { readonly name: string }) | null;
  holds(row: Appointment): boolean;
}
/** True if an appointment in this column gets a room or a doctor. */
export const hasRoomOrDoctor = ({ room, doctor }: Column): boolean => room !== null || doctor !== null;
export interface FreeTime extends Span {
  /** Outside the branch's hours: the user must confirm before booking. */
  readonly outside: boolean;
}
/** Absence of a column's doctor, with the page of the disruption and its number of displaced appointments. */
export interface AwayTime extends Span {
  readonly disruptionId: number | null;
  readonly displaced: number;
}
export interface DayColumn {
  readonly column: Column;
  readonly visits: readonly LanedAppointment[];
  /** Relative width; 1 is a column whose appointments do not overlap. */
  readonly share: number;
  /** Appointments that are listed because too many overlap. */
  readonly folded: readonly FoldedAppointments[];
  readonly free: readonly FreeTime[];
  /** Reserved for patients by offers. */
  readonly kept: readonly Span[];
  /** When the column's doctor is not on duty. */
  readonly off: readonly Span[];
  readonly away: readonly AwayTime[];
}
/** A time at which an appointment may start. */
export interface PossibleStart {
  readonly at: number;
  readonly outside: boolean;
}
export interface DayPlan {
  /** Whole hours that contain everything shown. */
  readonly hours: Span;
  readonly columns: readonly DayColumn[];
  /** Times within the hours shown at which nobody sees patients. */
  readonly closed: readonly Span[];
  /** Times at which something begins, in order: the rows of the grid. */
  readonly rows: readonly number[];
  /** Times at which a moved appointment may be dropped. */
  readonly starts: readonly PossibleStart[];
  /** Cancelled and missed appointments: they occupy no room. */
  readonly off: readonly Appointment[];
  /** Number of free times within the hours. */
  readonly free: number;
  readonly booked: number;
}
export interface DayPlanInput {
  readonly columns: readonly Column[];
  /** Number of rooms, if the columns are doctors. */
  readonly rooms?: number;
  readonly windows: readonly Span[];
  /** Reserved times with their room or doctor. */
  readonly kept?: readonly (Span & { readonly room: number | null; readonly doctorId: number | null })[];
  readonly away?: readonly (AwayTime & { readonly doctorId: number })[];
  readonly appointments: readonly Appointment[];
  readonly starts: readonly PossibleStart[];
  /** Minimum length of a free time in minutes. */
  readonly step: number;
  /** First minute that is not past; null: the day is over. */
  readonly notBefore: number | null;
  /** Also shows free times outside the hours. */
  readonly showOutside: boolean;
  /** Id of the only doctor shown: other doctors' appointments only show that the time is taken. */
  readonly mine?: number | null;
}

/** The rooms of a branch, and one more column if appointments have no room. */
export function createRoomColumns(rooms: number, appointments: readonly Appointment[]): Column[] {
  const inRoom = (row: Appointment) => row.room !== null && row.room <= rooms;
  const columns = Array.from({ length: rooms }, (_, index): Column => {
    const room = index + 1;
    return { key: String(room), room, doctor: null, holds: (row) => row.room === room };
  });
  if (appointments.every((row) => inRoom(row) || !holdsSlot(row.status))) return columns;
  return [...columns, { key: 'over', room: null, doctor: null, holds: (row) => !inRoom(row) }];
}

/**
 * The doctors on duty, doctors who are absent or have appointments that day, and one more column if
 * appointments have no doctor.
 */
export function createDoctorColumns(
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

/** True if the appointment belongs to the doctor shown, or all doctors are shown. */
export const isOfDoctor = ({ doctorId }: Appointment, mine: number | null): boolean =>
  mine === null || doctorId === mine;

/** Part of a span within the hours; empty if there is none. */
function clipSpan<T extends Span>(hours: Span, one: T): T[] {
  const [from, to] = [Math.max(hours.from, one.from), Math.min(hours.to, one.to)];
  return from < to ? [{ ...one, from, to }] : [];
}

/** Parts of the hours that no window covers. */
function findUncoveredSpans(hours: Span, windows: readonly Span[]): Span[] {
  const closed: Span[] = [];
  let at = hours.from;
  for (const { from, to } of windows.toSorted((a, b) => a.from - b.from)) {
    if (from > at) closed.push({ from: at, to: Math.min(from, hours.to) });
    at = Math.max(at, to);
  }
  if (at < hours.to) closed.push({ from: at, to: hours.to });
  return closed.filter(({ from, to }) => from < to);
}

function roundToHours(spans: readonly Span[]): Span {
  const from = Math.min(...spans.map((span) => span.from), dayEnd);
  const to = Math.max(...spans.map((span) => span.to), 0);
  return from < to
    ? { from: Math.floor(from / 60) * 60, to: Math.ceil(to / 60) * 60 }
    : { from: 9 * 60, to: 17 * 60 };
}

/** In a view of one doctor only that doctor's column is shown. */
const isColumnShown = (mine: number | null, doctor: Column['doctor'], key: string): boolean =>
  mine === null || (doctor ? doctor.id === mine : key !== 'nobody');

/** A branch's day as columns: appointments, free times and closed hours. */
export function buildDayPlan(facts: DayPlanInput): DayPlan {
  const { windows, appointments, step, notBefore, showOutside, mine = null, kept = [], away = [] } = facts;
  const on = appointments.filter(({ status }) => holdsSlot(status));
  const isOutside = new Map(facts.starts.map(({ at, outside }) => [at, outside]));
  const starts = facts.starts.filter(({ outside }) => showOutside || !outside);
  const keptIn = (room: number) => kept.filter((time) => time.room === room);
  const taken = Array.from({ length: facts.rooms ?? 0 }, (_, index) => [
    ...on.filter(({ room }) => room === index + 1).map(toAppointmentSpan),
    ...keptIn(index + 1),
  ]);
  const around = roundToHours([...windows, ...on.map(toAppointmentSpan)]);
  const looked = facts.columns.filter(({ doctor, key }) => isColumnShown(mine, doctor, key));
  const columns = looked.map((column): DayColumn => {
    const visits = assignLanes(
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
      ? listFreeWithDoctor(column.doctor, taken, question)
      : column.room === null
        ? []
        : listFreeInRoom({ ...question, taken: [...visits, ...heldHere] });
    return {
      column,
      visits,
      share: computeWidthShare(visits),
      folded: groupFolded(visits),
      kept: heldHere,
      off: column.doctor ? findUncoveredSpans(around, column.doctor.onDuty) : [],
      away: away.flatMap(({ doctorId, ...one }) =>
        doctorId === column.doctor?.id ? clipSpan(around, one) : [],
      ),
      free: free.map((time) => ({ ...time, outside: isOutside.get(time.from) === true })),
    };
  });
  const hours = roundToHours([
    ...windows,
    ...columns.flatMap(({ visits, free, kept: held }) => [...visits, ...free, ...held]),
  ]);
  const begins = columns.flatMap(({ visits, free, kept: held }) =>
    [...visits, ...free, ...held].map(({ from }) => from),
  );
  return {
    hours,
    columns,
    closed: findUncoveredSpans(hours, windows),
    rows: [...new Set(begins)].sort((a, b) => a - b),
    starts,
    off: appointments.filter((row) => !holdsSlot(row.status) && isOfDoctor(row, mine)),
    free: columns.reduce((sum, { free }) => sum + free.filter(({ outside }) => !outside).length, 0),
    booked: on.filter((row) => isOfDoctor(row, mine)).length,
  };
}

export const listFullHours = ({ from, to }: Span): number[] =>
  Array.from({ length: (to - from) / 60 }, (_, index) => from + index * 60);

/** Start and width of each column, as fractions of the total width. */
export function computeColumnPositions(
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
