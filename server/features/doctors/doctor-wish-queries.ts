import { sql } from 'drizzle-orm';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { clinicDaySql, clinicMinuteSql, dayStart } from '#server/engine/db/day-queries.ts';
import { doctorsOccupancy } from '#server/engine/live/cache.ts';
import { isOfferHolding, occupiesTime } from '#server/features/held-times/held-time-queries.ts';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { Doctor } from '#shared/contract/doctors.ts';
import type { Location } from '#shared/contract/locations.ts';
import { addDays, minutesOf } from '#shared/domain/clinic-time.ts';
import {
  type DoctorWish,
  doctorDayWithoutDuty,
  isDoctorAvailable,
  listDoctorDays,
  type Roster,
} from '#shared/domain/visits/doctor-times.ts';
import type { DoctorsOfDay, Window } from '#shared/domain/visits/slots.ts';
import { Refusal } from '#shared/errors.ts';
import { currentDoctors, findActiveDoctor } from './queries.ts';

type DoctorWishDeps = Pick<Deps, 'cache' | 'config' | 'db'>;

/** The wanted doctor, as a body or a query string names it. */
export interface RequestedDoctor {
  readonly doctorId?: number | null | undefined;
  readonly doctorWish?: DoctorWish | undefined;
}
export interface ResolvedDoctorWish {
  readonly doctorWish: DoctorWish;
  /** The named doctor. */
  readonly doctor: Doctor | null;
}

/** Reads the requested doctor. Rejects a doctor who is not active. */
export async function resolveDoctorWish(
  deps: DoctorWishDeps,
  { doctorId, doctorWish = 'any' }: RequestedDoctor,
): Promise<ResolvedDoctorWish> {
  if (doctorId) return { doctorWish: 'named', doctor: await findActiveDoctor(deps, doctorId) };
  return { doctorWish: doctorWish === 'named' ? 'any' : doctorWish, doctor: null };
}

export type CurrentDoctorWish = Pick<Appointment, 'doctorId' | 'doctorWish'>;

/** The wish of a change; null if it stays. A doctor who has left meanwhile may stay. */
export async function resolveChangedWish(
  deps: DoctorWishDeps,
  current: CurrentDoctorWish,
  { doctorId, doctorWish }: RequestedDoctor,
): Promise<ResolvedDoctorWish | null> {
  if (doctorId === undefined && doctorWish === undefined) return null;
  const same = doctorId
    ? current.doctorWish === 'named' && doctorId === current.doctorId
    : (doctorWish ?? 'any') === current.doctorWish;
  return same ? null : resolveDoctorWish(deps, { doctorId, doctorWish });
}

/** The existing wish of an appointment; if its doctor has left, any doctor. */
export async function resolveCurrentWish(
  deps: DoctorWishDeps,
  { doctorId, doctorWish }: CurrentDoctorWish,
): Promise<ResolvedDoctorWish> {
  if (doctorWish !== 'named') return { doctorWish, doctor: null };
  const doctor = (await currentDoctors(deps)).find(({ id }) => id === doctorId);
  return doctor ? { doctorWish, doctor } : { doctorWish: 'any', doctor: null };
}

/** The doctors that match the wish. */
async function findMatchingDoctors(
  deps: DoctorWishDeps,
  { doctorWish, doctor }: ResolvedDoctorWish,
): Promise<Doctor[]> {
  if (doctor) return [doctor];
  const all = await currentDoctors(deps);
  return doctorWish === 'woman' ? all.filter(({ gender }) => gender === 'female') : all;
}

interface WishBranch {
  readonly location: Pick<Location, 'bookedBy'>;
  readonly hours: Roster;
}
interface WishedAppointment {
  readonly date: string;
  readonly time: string;
  readonly minutes: number;
  readonly overbook: boolean;
  /** The current doctor may keep the appointment, whatever her duties. */
  readonly keeps?: number | null;
}

/** Where rooms are booked, a patient cannot choose a doctor. */
export function checkDoctorWish(
  { doctorWish }: ResolvedDoctorWish,
  { location }: Pick<WishBranch, 'location'>,
  byStaff: boolean,
): void {
  if (location.bookedBy === 'room' && !byStaff && doctorWish !== 'any') throw new Refusal('forbidden');
}

/**
 * The candidates that the booking statement may choose from; null if no doctor is assigned. Where doctors are
 * booked, a candidate is on duty; staff may name a doctor at any hour, unless she is absent. An overbooked
 * appointment only gets a named doctor.
 */
export async function findCandidateDoctors(
  deps: DoctorWishDeps,
  wish: ResolvedDoctorWish,
  { location, hours }: WishBranch,
  { date, time, minutes, overbook, keeps = null }: WishedAppointment,
  byStaff: boolean,
): Promise<Doctor[] | null> {
  const { doctor } = wish;
  const byRoom = location.bookedBy === 'room';
  if (overbook || (byRoom && !doctor)) return doctor && [doctor];
  const start = minutesOf(time);
  const isBack = (id: number) => isDoctorAvailable(doctorDayWithoutDuty(id, date, hours), start, minutes);
  if (doctor && (byStaff || byRoom)) return isBack(doctor.id) ? [doctor] : [];
  const possible = await findMatchingDoctors(deps, wish);
  const ids = possible.map(({ id }) => id);
  const there = listDoctorDays(date, hours, ids).filter((day) => isDoctorAvailable(day, start, minutes));
  return possible.filter(({ id }) => there.some((day) => day.id === id) || (id === keeps && isBack(id)));
}

/** Times when doctors have an appointment or a hold, in a range of dates: by date and doctor. */
async function loadDoctorBusyTimes(db: Db, from: string, before: string) {
  const { rows } = await db.execute<{ day: string; held: string }>(sql`
    select ${clinicDaySql(sql`local_start`)} as day,
      string_agg(doctor_id || ',' || ${clinicMinuteSql(sql`local_start`)}
        || ',' || extract(epoch from local_end - local_start)::int / 60, ' ') as held
    from (select doctor_id, local_start, local_end from appointments
        where doctor_id is not null and local_start >= ${dayStart(from)} and local_start < ${dayStart(before)}
          and ${occupiesTime} and room is not null
      union all select doctor_id, local_start, local_end from offers
        where ${isOfferHolding(sql`offers`)} and doctor_id is not null and local_start >= ${dayStart(from)}
          and local_start < ${dayStart(before)}) held
    group by 1`);
  return new Map(rows.map(({ day, held }) => [day, parseBusyTimes(held)]));
}

function parseBusyTimes(held: string): Map<number, Window[]> {
  const byDoctor = new Map<number, Window[]>();
  for (const text of held.split(' ')) {
    const [id = 0, from = 0, minutes = 0] = text.split(',').map(Number);
    byDoctor.set(id, [...(byDoctor.get(id) ?? []), { from, to: from + minutes }]);
  }
  return byDoctor;
}

/** Cached by date; one query reads the missing dates. */
const listDoctorBusyTimes = (
  deps: DoctorWishDeps,
  dates: readonly string[],
): Promise<ReadonlyMap<number, Window[]>[]> =>
  deps.cache.getAll(doctorsOccupancy, dates, async (missing) => {
    const [first = '', last = first] = [missing[0], missing.at(-1)];
    const held = await loadDoctorBusyTimes(deps.db, first, addDays(last, 1));
    return (date) => held.get(date) ?? new Map();
  });

/**
 * Doctors who could take an appointment on each day; undefined if doctors do not matter. A doctor named by
 * staff is limited only by absences and appointments, like any doctor where rooms are booked. In a grid,
 * times outside her duties are marked where doctors are booked.
 */
export async function loadDoctorsOfDays(
  deps: DoctorWishDeps,
  wanted: RequestedDoctor,
  { location, hours }: WishBranch,
  dates: readonly string[],
  byStaff: boolean,
): Promise<((date: string) => DoctorsOfDay) | undefined> {
  const byRoom = location.bookedBy === 'room';
  if (byRoom && !wanted.doctorId) return undefined;
  const wish = await resolveDoctorWish(deps, wanted);
  const ids = (await findMatchingDoctors(deps, wish)).map(({ id }) => id);
  const days = await listDoctorBusyTimes(deps, dates);
  const heldBy = new Map(dates.map((date, i) => [date, days[i]]));
  return (date) => {
    const held = heldBy.get(date);
    const duty = listDoctorDays(date, hours, ids, held);
    if (!wish.doctor || !(byStaff || byRoom)) return { days: duty, duty: null };
    const { id } = wish.doctor;
    return { days: [doctorDayWithoutDuty(id, date, hours, held?.get(id))], duty: byRoom ? null : duty };
  };
}
