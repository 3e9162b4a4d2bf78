import { and, asc, desc, eq, gt, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { appointments } from '#server/db/schema/appointments.ts';
import { locations } from '#server/db/schema/locations.ts';
import { services } from '#server/db/schema/services.ts';
import { staff } from '#server/db/schema/staff.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { dayStart, localNow } from '#server/engine/db/day-queries.ts';
import { preparedByBuilder } from '#server/engine/db/prepared-statements.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { patientIdsOf } from '#server/engine/http/viewers.ts';
import { isUnreachable } from '#server/features/families/family-queries.ts';
import { isUpcomingAtBranch } from '#server/features/held-times/held-time-queries.ts';
import { isAtViewerBranch } from '#server/features/users/branch-queries.ts';
import { isNotOwner } from '#server/features/users/queries.ts';
import { phoneHours, reachablePhone } from '#server/features/users/reach-queries.ts';
import type { Appointment } from '#shared/contract/appointments.ts';
import { addDays, type ClinicClock, minutesBetween, splitLocal } from '#shared/domain/clinic-time.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import { referenceCode } from '#shared/domain/people/reference-code.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';

/** How many appointments to come name a doctor, at all branches. */
export const countComingOfDoctor = (db: Db, doctorId: number, clock: ClinicClock): Promise<number> =>
  db.$count(
    appointments,
    and(
      eq(appointments.doctorId, doctorId),
      gt(appointments.localStart, localNow(clock)),
      inArray(appointments.status, [...openStatuses]),
    ),
  );

export const listComingAtBranch = (db: Db, locationId: number, clock: ClinicClock) =>
  db
    .select({
      id: appointments.id,
      localStart: appointments.localStart,
      minutes: lengthInMinutes,
    })
    .from(appointments)
    .where(isUpcomingAtBranch(locationId, clock))
    .orderBy(asc(appointments.localStart), asc(appointments.id));

const lengthInMinutes = sql<number>`(extract(epoch from ${appointments.localEnd} - ${appointments.localStart}) / 60)::int`;

/** Booked by the patient and not yet confirmed by a call; the same condition as the index. */
export const waitsForCall = sql`(${appointments.waitsForCall} and ${appointments.status} = 'pending')`;

const doctors = alias(users, 'doctors');

/** The columns from which an appointment is shown. */
const columns = {
  id: appointments.id,
  userId: appointments.patientId,
  patientName: users.name,
  patientUsername: users.username,
  patientPhone: reachablePhone,
  patientReach: phoneHours,
  patientUnreachable: isUnreachable,
  locationId: appointments.locationId,
  locationName: locations.name,
  room: appointments.room,
  doctorId: appointments.doctorId,
  doctorWish: appointments.doctorWish,
  doctorName: sql<string | null>`case when ${doctors.erasedAt} is null then ${doctors.name} end`,
  doctorNameAr: staff.nameAr,
  doctorTitle: staff.title,
  doctorTitleAr: staff.titleAr,
  localStart: appointments.localStart,
  localEnd: appointments.localEnd,
  service: services.name,
  serviceId: appointments.serviceId,
  status: appointments.status,
  notes: appointments.notes,
  seriesId: appointments.seriesId,
  waitsForCall: appointments.waitsForCall,
  version: appointments.version,
  createdAt: appointments.createdAt,
  updatedAt: appointments.updatedAt,
};

const selectAppointments = (db: Db) =>
  db
    .select(columns)
    .from(appointments)
    .innerJoin(users, eq(users.id, appointments.patientId))
    .innerJoin(locations, eq(locations.id, appointments.locationId))
    .innerJoin(services, eq(services.id, appointments.serviceId))
    .leftJoin(doctors, eq(doctors.id, appointments.doctorId))
    .leftJoin(staff, eq(staff.userId, appointments.doctorId));

export type AppointmentRow = Awaited<ReturnType<typeof selectAppointments>>[number];

/** An appointment as the API shows it. */
export function presentAppointment(row: AppointmentRow, prefix: string): Appointment {
  const { patientName, patientUsername, patientPhone, patientReach, patientUnreachable, ...visit } = row;
  const { doctorName: name, doctorNameAr: nameAr, doctorTitle, doctorTitleAr: titleAr, ...rest } = visit;
  const { localStart, localEnd, createdAt, updatedAt, ...same } = rest;
  const { date, time } = splitLocal(localStart);
  return {
    ...same,
    reference: referenceCode(prefix, row.id),
    patient: {
      name: patientName,
      username: patientUsername,
      phone: patientPhone && formatPhone(patientPhone),
      reach: patientReach,
      unreachable: patientUnreachable,
    },
    doctor: name === null ? null : { name, nameAr, title: doctorTitle ?? '', titleAr },
    appointmentDate: date,
    appointmentTime: time,
    durationMinutes: minutesBetween(localStart, localEnd),
    overbooked: row.room === null,
    waitsForCall: row.waitsForCall && row.status === 'pending',
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

type AppointmentViewer = Pick<Viewer, 'id' | 'role' | 'hiddenUsername' | 'branches' | 'caresFor'>;

/**
 * Staff see every appointment except the owner's, a receptionist those of the assigned branches. A patient
 * sees her own and those of people she is guardian of. An appointment that the viewer may not see looks like
 * one that does not exist.
 */
export const isVisibleTo = (viewer: AppointmentViewer): SQL | undefined =>
  isStaff(viewer.role)
    ? and(isNotOwner(viewer, appointments.patientId), isAtViewerBranch(viewer, appointments.locationId))
    : inArray(appointments.patientId, patientIdsOf(viewer));

export async function findAppointment(
  db: Db,
  viewer: AppointmentViewer,
  id: number,
): Promise<AppointmentRow | undefined> {
  const one = selectAppointments(db).where(and(eq(appointments.id, id), isVisibleTo(viewer)));
  const [row] = await one.prepare(preparedByBuilder).execute();
  return row;
}

/** The appointments with these ids, earliest first. */
export async function findAppointmentsByIds(
  db: Db,
  viewer: AppointmentViewer,
  ids: readonly number[],
): Promise<AppointmentRow[]> {
  if (ids.length === 0) return [];
  return selectAppointments(db)
    .where(and(inArray(appointments.id, [...ids]), isVisibleTo(viewer)))
    .orderBy(asc(appointments.localStart), asc(appointments.id));
}

interface NextVisit {
  readonly localStart: string;
  readonly locationName: string;
  readonly locationNameAr: string | null;
}

/** The next appointment of each patient that the viewer may see. */
export async function findNextAppointments(
  db: Db,
  viewer: AppointmentViewer,
  patientIds: readonly number[],
  clock: ClinicClock,
): Promise<Map<number, NextVisit>> {
  if (patientIds.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([appointments.patientId], {
      patientId: appointments.patientId,
      localStart: appointments.localStart,
      locationName: locations.name,
      locationNameAr: locations.nameAr,
    })
    .from(appointments)
    .innerJoin(locations, eq(locations.id, appointments.locationId))
    .where(
      and(
        inArray(appointments.patientId, [...patientIds]),
        gte(appointments.localStart, dayStart(clock.date)),
        inArray(appointments.status, [...openStatuses]),
        isVisibleTo(viewer),
      ),
    )
    .orderBy(asc(appointments.patientId), asc(appointments.localStart), asc(appointments.id));
  return new Map(rows.map((row) => [row.patientId, row]));
}

/** The appointments of a branch's day, by time. */
export const listAppointmentsOfDay = (
  db: Db,
  viewer: Viewer,
  locationId: number,
  date: string,
): Promise<AppointmentRow[]> =>
  selectAppointments(db)
    .where(
      and(
        eq(appointments.locationId, locationId),
        gte(appointments.localStart, dayStart(date)),
        lt(appointments.localStart, dayStart(addDays(date, 1))),
        isVisibleTo(viewer),
      ),
    )
    .orderBy(asc(appointments.localStart), asc(appointments.id));

/** By date, time and id. */
export const appointmentOrder = (newestFirst: boolean): SQL[] => {
  const order = newestFirst ? desc : asc;
  return [order(appointments.localStart), order(appointments.id)];
};

/** The rows of these appointments; always the same statement, so each connection plans it once. */
export const loadAppointmentsInOrder = (
  db: Db,
  ids: readonly number[],
  newestFirst: boolean,
): Promise<AppointmentRow[]> =>
  selectAppointments(db)
    .where(sql`${appointments.id} = any(${sql.param([...ids])}::int[])`)
    .orderBy(...appointmentOrder(newestFirst))
    .prepare(preparedByBuilder)
    .execute();
