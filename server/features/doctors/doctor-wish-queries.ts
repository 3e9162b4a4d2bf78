import { sql } from 'drizzle-orm';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { dayOf, dayStart, minuteOf } from '#server/engine/db/day-queries.ts';
import { doctorsOccupancy } from '#server/engine/live/cache.ts';
import { holdsTime, isHeld } from '#server/features/held-times/held-time-queries.ts';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { Doctor } from '#shared/contract/doctors.ts';
import type { Location } from '#shared/contract/locations.ts';
import { addDays, minutesOf } from '#shared/domain/clinic-time.ts';
import {
  atAnyHour,
  canSee,
  type DoctorWish,
  doctorsOn,
  type Roster,
} from '#shared/domain/visits/doctor-times.ts';
import type { DoctorsOfDay, Window } from '#shared/domain/visits/slots.ts';
import { Refusal } from '#shared/errors.ts';
import { currentDoctors, doctorFor } from './queries.ts';

type Asked = Pick<Deps, 'cache' | 'config' | 'db'>;

/** The wanted doctor, as a body or a query string names it. */
export interface Wanted {
  readonly doctorId?: number | null | undefined;
  readonly doctorWish?: DoctorWish | undefined;
}
export interface WishedDoctor {
  readonly doctorWish: DoctorWish;
  /** The named doctor. */
  readonly doctor: Doctor | null;
}

/** Reads the requested doctor. Rejects a doctor who is not active. */
export async function wishOf(deps: Asked, { doctorId, doctorWish = 'any' }: Wanted): Promise<WishedDoctor> {
  if (doctorId) return { doctorWish: 'named', doctor: await doctorFor(deps, doctorId) };
  return { doctorWish: doctorWish === 'named' ? 'any' : doctorWish, doctor: null };
}

export type WantedVisit = Pick<Appointment, 'doctorId' | 'doctorWish'>;

/** The wish of a change; null if it stays. A doctor who has left meanwhile may stay. */
export async function wishAfter(
  deps: Asked,
  current: WantedVisit,
  { doctorId, doctorWish }: Wanted,
): Promise<WishedDoctor | null> {
  if (doctorId === undefined && doctorWish === undefined) return null;
  const same = doctorId
    ? current.doctorWish === 'named' && doctorId === current.doctorId
    : (doctorWish ?? 'any') === current.doctorWish;
  return same ? null : wishOf(deps, { doctorId, doctorWish });
}

/** The existing wish of an appointment; if its doctor has left, any doctor. */
export async function wishKept(deps: Asked, { doctorId, doctorWish }: WantedVisit): Promise<WishedDoctor> {
  if (doctorWish !== 'named') return { doctorWish, doctor: null };
  const doctor = (await currentDoctors(deps)).find(({ id }) => id === doctorId);
  return doctor ? { doctorWish, doctor } : { doctorWish: 'any', doctor: null };
}

/** The doctors that match the wish. */
async function meant(deps: Asked, { doctorWish, doctor }: WishedDoctor): Promise<Doctor[]> {
  if (doctor) return [doctor];
  const all = await currentDoctors(deps);
  return doctorWish === 'woman' ? all.filter(({ gender }) => gender === 'female') : all;
}

interface Branch {
  readonly location: Pick<Location, 'bookedBy'>;
  readonly hours: Roster;
}
interface Visit {
  readonly date: string;
  readonly time: string;
  readonly minutes: number;
  readonly overbook: boolean;
  /** The current doctor may keep the appointment, whatever her duties. */
  readonly keeps?: number | null;
}

/** Where rooms are booked, a patient cannot choose a doctor. */
export function checkWish(
  { doctorWish }: WishedDoctor,
  { location }: Pick<Branch, 'location'>,
  byStaff: boolean,
): void {
  if (location.bookedBy === 'room' && !byStaff && doctorWish !== 'any') throw new Refusal('forbidden');
}

/**
 * The candidates that the booking statement may choose from; null if no doctor is assigned. Where doctors are
 * booked, a candidate is on duty; staff may name a doctor at any hour, unless she is absent. An overbooked
 * appointment only gets a named doctor.
 */
export async function candidatesFor(
  deps: Asked,
  wish: WishedDoctor,
  { location, hours }: Branch,
  { date, time, minutes, overbook, keeps = null }: Visit,
  byStaff: boolean,
): Promise<Doctor[] | null> {
  const { doctor } = wish;
  const byRoom = location.bookedBy === 'room';
  if (overbook || (byRoom && !doctor)) return doctor && [doctor];
  const start = minutesOf(time);
  const isBack = (id: number) => canSee(atAnyHour(id, date, hours), start, minutes);
  if (doctor && (byStaff || byRoom)) return isBack(doctor.id) ? [doctor] : [];
  const possible = await meant(deps, wish);
  const ids = possible.map(({ id }) => id);
  const there = doctorsOn(date, hours, ids).filter((day) => canSee(day, start, minutes));
  return possible.filter(({ id }) => there.some((day) => day.id === id) || (id === keeps && isBack(id)));
}

/** Times when doctors have an appointment or a hold, in a range of dates: by date and doctor. */
async function heldByDoctors(db: Db, from: string, before: string) {
  const { rows } = await db.execute<{ day: string; held: string }>(sql`
    select ${dayOf(sql`local_start`)} as day,
      string_agg(doctor_id || ',' || ${minuteOf(sql`local_start`)}
        || ',' || extract(epoch from local_end - local_start)::int / 60, ' ') as held
    from (select doctor_id, local_start, local_end from appointments
        where doctor_id is not null and local_start >= ${dayStart(from)} and local_start < ${dayStart(before)}
          and ${holdsTime} and room is not null
      union all select doctor_id, local_start, local_end from offers
        where ${isHeld(sql`offers`)} and doctor_id is not null and local_start >= ${dayStart(from)}
          and local_start < ${dayStart(before)}) held
    group by 1`);
  return new Map(rows.map(({ day, held }) => [day, windowsOf(held)]));
}

function windowsOf(held: string): Map<number, Window[]> {
  const byDoctor = new Map<number, Window[]>();
  for (const text of held.split(' ')) {
    const [id = 0, from = 0, minutes = 0] = text.split(',').map(Number);
    byDoctor.set(id, [...(byDoctor.get(id) ?? []), { from, to: from + minutes }]);
  }
  return byDoctor;
}

/** Cached by date; one query reads the missing dates. */
const heldOn = (deps: Asked, dates: readonly string[]): Promise<ReadonlyMap<number, Window[]>[]> =>
  deps.cache.getAll(doctorsOccupancy, dates, async (missing) => {
    const [first = '', last = first] = [missing[0], missing.at(-1)];
    const held = await heldByDoctors(deps.db, first, addDays(last, 1));
    return (date) => held.get(date) ?? new Map();
  });

/**
 * Doctors who could take an appointment on each day; undefined if doctors do not matter. A doctor named by
 * staff is limited only by absences and appointments, like any doctor where rooms are booked. In a grid,
 * times outside her duties are marked where doctors are booked.
 */
export async function doctorsOfDays(
  deps: Asked,
  wanted: Wanted,
  { location, hours }: Branch,
  dates: readonly string[],
  byStaff: boolean,
): Promise<((date: string) => DoctorsOfDay) | undefined> {
  const byRoom = location.bookedBy === 'room';
  if (byRoom && !wanted.doctorId) return undefined;
  const wish = await wishOf(deps, wanted);
  const ids = (await meant(deps, wish)).map(({ id }) => id);
  const days = await heldOn(deps, dates);
  const heldBy = new Map(dates.map((date, i) => [date, days[i]]));
  return (date) => {
    const held = heldBy.get(date);
    const duty = doctorsOn(date, hours, ids, held);
    if (!wish.doctor || !(byStaff || byRoom)) return { days: duty, duty: null };
    const { id } = wish.doctor;
    return { days: [atAnyHour(id, date, hours, held?.get(id))], duty: byRoom ? null : duty };
  };
}
