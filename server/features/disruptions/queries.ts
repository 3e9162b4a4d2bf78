import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { absences } from '#server/db/schema/absences.ts';
import { appointments } from '#server/db/schema/appointments.ts';
import { displaced, disruptions } from '#server/db/schema/disruptions.ts';
import { offers } from '#server/db/schema/offers.ts';
import { users } from '#server/db/schema/users.ts';
import { countUpTo } from '#server/engine/db/capped-count.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { localNow } from '#server/engine/db/day-queries.ts';
import { preparedByBuilder } from '#server/engine/db/prepared-statements.ts';
import type { KnownMessage } from '#server/engine/delivery/worker.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import {
  causesOf,
  hasCause,
  hasDoctorLeft,
  isBeyondRooms,
} from '#server/features/doctors/displaced-cause-queries.ts';
import { isOfferHolding } from '#server/features/held-times/held-time-queries.ts';
import { isAtViewerBranch } from '#server/features/users/branch-queries.ts';
import { isNotOwner, mayBeNamed } from '#server/features/users/queries.ts';
import { phoneHours, reachablePhone } from '#server/features/users/reach-queries.ts';
import type { PersonalData } from '#server/registries.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import type { DisplacedCause } from '#shared/domain/displaced-state.ts';
import { displacedOfferKinds } from '#shared/domain/message-kinds.ts';
import type { CallAct } from '#shared/domain/messages/calls.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';
import { unsettledStates } from '#shared/domain/visits/offer-state.ts';

const doctors = alias(users, 'doctors');
const creatorUsers = alias(users, 'makers');
const callerUsers = alias(users, 'callers');

const headColumns = {
  id: disruptions.id,
  cause: disruptions.cause,
  causes: sql<DisplacedCause[]>`array(select distinct cause from displaced d,
    unnest(${causesOf(sql`d`, sql`${disruptions}`)}) cause where d.disruption_id = ${disruptions.id} order by 1)`,
  doctorId: disruptions.doctorId,
  doctor: doctors.name,
  locationId: disruptions.locationId,
  localFrom: disruptions.localFrom,
  localTo: disruptions.localTo,
  createdAt: disruptions.createdAt,
  createdBy: creatorUsers.name,
};
const selectHeads = (db: Db, viewer: Viewer) =>
  db
    .select(headColumns)
    .from(disruptions)
    .leftJoin(doctors, eq(doctors.id, disruptions.doctorId))
    .leftJoin(
      creatorUsers,
      and(eq(creatorUsers.id, disruptions.createdBy), mayBeNamed(viewer, creatorUsers)),
    );
export type DisruptionRow = Awaited<ReturnType<typeof selectHeads>>[number];

/** The disruption displaces an appointment at one of the viewer's branches. */
const isAtViewerBranches = (viewer: Viewer): SQL | undefined =>
  viewer.branches &&
  sql`exists (select from displaced d where d.disruption_id = ${disruptions.id}
    and ${isAtViewerBranch(viewer, sql`d.location_id`)})`;

const isDisruptionVisibleTo = (viewer: Viewer): SQL | undefined =>
  and(isAtViewerBranches(viewer), isNotOwner(viewer, disruptions.doctorId));

export interface DisruptionPageFilter {
  /** Only disruptions older than this one. */
  before?: number | null | undefined;
  /** Only these disruptions. */
  among?: readonly number[] | undefined;
  limit: number;
}

export const listNewestDisruptions = (
  db: Db,
  viewer: Viewer,
  { before, among, limit }: DisruptionPageFilter,
): Promise<DisruptionRow[]> =>
  selectHeads(db, viewer)
    .where(
      and(
        isDisruptionVisibleTo(viewer),
        before ? lt(disruptions.id, before) : undefined,
        among && inArray(disruptions.id, [...among]),
      ),
    )
    .orderBy(desc(disruptions.id))
    .limit(limit);

/** The number, counted up to the limit. */
export async function countDisruptions(db: Db, viewer: Viewer, limit: number): Promise<number> {
  return countUpTo(db, limit, sql`from ${disruptions} where ${isDisruptionVisibleTo(viewer) ?? sql`true`}`);
}

export async function findDisruption(db: Db, viewer: Viewer, id: number): Promise<DisruptionRow | undefined> {
  const [row] = await selectHeads(db, viewer).where(
    and(eq(disruptions.id, id), isAtViewerBranches(viewer), isNotOwner(viewer, disruptions.doctorId)),
  );
  return row;
}

/** SQL: one of these causes displaced the appointment from its present time, in any list. */
const isDisplacedBy = (causes: DisplacedCause[], also = sql`true`) => sql<boolean>`exists (
  select from displaced same join disruptions x on x.id = same.disruption_id
  where same.appointment_id = ${displaced.appointmentId} and same.local_start = ${displaced.localStart}
    and same.location_id = ${displaced.locationId} and ${hasCause(sql`same`, sql`x`, ...causes)} and ${also})`;

const columns = {
  id: displaced.id,
  disruptionId: displaced.disruptionId,
  causes: causesOf(sql`${displaced}`, sql`${disruptions}`),
  isOfAbsence: sql<boolean>`${disruptions.cause} = 'absence'`,
  absenceId: disruptions.absenceId,
  appointmentId: displaced.appointmentId,
  patientId: displaced.patientId,
  patientName: users.name,
  patientPhone: reachablePhone,
  patientReach: phoneHours,
  locationId: displaced.locationId,
  doctorId: displaced.doctorId,
  localStart: displaced.localStart,
  wantedLocationId: displaced.wantedLocationId,
  wantedStart: displaced.wantedStart,
  wantedDoctorId: displaced.wantedDoctorId,
  wantedBy: displaced.wantedBy,
  wantedAt: displaced.wantedAt,
  round: displaced.round,
  reached: displaced.reached,
  remindedAt: displaced.remindedAt,
  calledAt: displaced.calledAt,
  calledBy: callerUsers.name,
  said: displaced.said,
  triedAt: displaced.triedAt,
  visitStatus: appointments.status,
  visitStart: appointments.localStart,
  visitLocationId: appointments.locationId,
  visitDoctorId: appointments.doctorId,
  visitDoctorWish: appointments.doctorWish,
  serviceId: appointments.serviceId,
  minutes: sql<number | null>`(extract(epoch from ${appointments.localEnd} - ${appointments.localStart})
    / 60)::int`,
  /**
   * The doctor of the appointment is absent then, or has left the clinic, whatever displaced it first; or has
   * left the branch or the duty, if that displaced it.
   */
  isAway: sql<boolean>`(${appointments.doctorId} is not null
    and (exists (select from ${absences} where ${absences.userId} = ${appointments.doctorId}
      and ${absences.during} && tsrange(${appointments.localStart}, ${appointments.localEnd}))
    or ${hasDoctorLeft(
      sql`${appointments}`,
      isDisplacedBy(['departure', 'duty'], sql`same.doctor_id = ${appointments.doctorId}`),
    )}))`,
  isBeyondRooms: isBeyondRooms(sql`${appointments}`),
  byHours: isDisplacedBy(['hours']),
  byClosing: isDisplacedBy(['closed']),
  offerId: offers.id,
  offerState: offers.state,
  offerHolds: offers.holds,
  heldUntil: offers.heldUntil,
  answeredAt: offers.answeredAt,
  offeredStart: offers.localStart,
  offeredLocationId: offers.locationId,
  offeredDoctorId: offers.doctorId,
};

/**
 * The last offer for the appointment at its present time that was not withdrawn, from any disruption: a
 * doctor who is ill twice, or a branch that also closes, displaces the appointment once.
 */
const lastOfferId = sql`coalesce((select max(o.id) from displaced same join offers o on o.id = same.offer_id
  where same.appointment_id = ${displaced.appointmentId} and same.local_start = ${displaced.localStart}
    and same.location_id = ${displaced.locationId} and o.state <> 'withdrawn'), ${displaced.offerId})`;
const selectDisplaced = (db: Db, viewer: Pick<Viewer, 'hiddenUsername'>) =>
  db
    .select(columns)
    .from(displaced)
    .innerJoin(disruptions, eq(disruptions.id, displaced.disruptionId))
    .innerJoin(users, eq(users.id, displaced.patientId))
    .leftJoin(appointments, eq(appointments.id, displaced.appointmentId))
    .leftJoin(offers, eq(offers.id, lastOfferId))
    .leftJoin(callerUsers, and(eq(callerUsers.id, displaced.calledBy), mayBeNamed(viewer, callerUsers)));
/** Viewer for queries whose result nobody sees. */
const anyViewer = {};
export type DisplacedRecord = Awaited<ReturnType<typeof selectDisplaced>>[number];

/** Appointments displaced by these disruptions that the viewer may see, by time. */
export const listDisplacedByDisruptions = (
  db: Db,
  viewer: Viewer,
  disruptionIds: readonly number[],
): Promise<DisplacedRecord[]> =>
  selectDisplaced(db, viewer)
    .where(
      and(
        inArray(displaced.disruptionId, [...disruptionIds]),
        isAtViewerBranch(viewer, displaced.locationId),
        isNotOwner(viewer, displaced.patientId),
      ),
    )
    .orderBy(displaced.localStart, displaced.id);

/** Displaced appointments that are upcoming and unmoved, and whose patients were not called. */
export const listDisplacedToCall = (db: Db, viewer: Viewer, now: Date): Promise<DisplacedRecord[]> =>
  selectDisplaced(db, viewer).where(
    and(
      isNull(displaced.calledAt),
      gt(displaced.localStart, localNow(dayClock(now))),
      eq(appointments.localStart, displaced.localStart),
      eq(appointments.locationId, displaced.locationId),
      inArray(appointments.status, [...openStatuses]),
      isAtViewerBranch(viewer, displaced.locationId),
      isNotOwner(viewer, displaced.patientId),
      isNotOwner(viewer, disruptions.doctorId),
    ),
  );

/** Disruptions of these appointments, or of appointments in a time range, for any viewer. */
export const findDisplacements = (
  db: Db,
  asked: readonly number[] | { after: string; until: string },
): Promise<DisplacedRecord[]> =>
  selectDisplaced(db, anyViewer)
    .where(
      'after' in asked
        ? and(gt(appointments.localStart, asked.after), lte(appointments.localStart, asked.until))
        : sql`${displaced.appointmentId} = any(${sql.param([...asked])}::int[])`,
    )
    .prepare(preparedByBuilder)
    .execute();

/** Disruptions of these appointments that the viewer may see, newest first. */
export const listVisibleDisplacements = (
  db: Db,
  viewer: Viewer,
  appointmentIds: readonly number[],
): Promise<DisplacedRecord[]> =>
  selectDisplaced(db, viewer)
    .where(
      and(
        inArray(displaced.appointmentId, [...appointmentIds]),
        isAtViewerBranch(viewer, displaced.locationId),
        isNotOwner(viewer, displaced.patientId),
        isNotOwner(viewer, disruptions.doctorId),
      ),
    )
    .orderBy(desc(displaced.id));

/**
 * SQL: the offered time was taken away, or no other was found since, and the patient was not told that she keeps her
 * appointment.
 */
const hasLostOffer = sql`(${displaced.calledAt} is null and ${appointments.status} in ${[...openStatuses]}
  and exists (select from offers o where o.appointment_id = ${displaced.appointmentId} and o.reason = 'displaced'
    and (o.id = ${displaced.offerId} and o.state = 'withdrawn'
      or ${displaced.offerId} is null and o.state in ('withdrawn', 'expired'))
    and not exists (select from messages m where m.dedupe_key = 'stays:' || o.id || ':app')))`;

/**
 * Patients who were told that the appointment cannot take place and still have it, with or without a held
 * time.
 */
export const listInformedDisplaced = (db: Db, now: Date): Promise<DisplacedRecord[]> =>
  selectDisplaced(db, anyViewer)
    .where(
      or(
        isOfferHolding(sql`${offers}`),
        and(
          or(inArray(offers.state, [...unsettledStates]), hasLostOffer),
          gt(appointments.localStart, localNow(dayClock(now))),
        ),
      ),
    )
    .orderBy(displaced.id);

/**
 * Appointments of a message about displaced appointments for which staff offered another time since: a later
 * message has the user and the time of that request in its key, and not this `batch`.
 */
export async function findVisitsOfNewerOffers(
  db: Db,
  { id, visitIds }: Pick<KnownMessage, 'id' | 'visitIds'>,
  batch: string,
): Promise<Set<number | null>> {
  const { rows } = await db.execute<{ visit: number }>(sql`select distinct visit
    from messages m cross join lateral unnest(m.visit_ids) visit
    where m.id > ${id} and m.visit_ids && ${sql.param([...(visitIds ?? [])])}::int[]
      and m.template = any(${sql.param([...displacedOfferKinds])}::text[])
      and m.dedupe_key ~ '^displaced:\\d+:\\d+:' and not starts_with(m.dedupe_key, ${`displaced:${batch}:`})`);
  return new Set(rows.map(({ visit }) => visit));
}

export const findDisplacedByIds = (db: Db, ids: readonly number[]): Promise<DisplacedRecord[]> =>
  selectDisplaced(db, anyViewer)
    .where(inArray(displaced.id, [...ids]))
    .orderBy(displaced.wantedAt, displaced.id);

/**
 * SQL: the row, or another row of the same appointment at the same time and branch. An appointment displaced
 * by two disruptions is in two lists, and both record what is done about it.
 */
export const isSameDisplacement = (row: SQL): SQL => sql`(${displaced.id} = ${row}.id
  or (${displaced.appointmentId} = ${row}.appointment_id and ${displaced.localStart} = ${row}.local_start
    and ${displaced.locationId} = ${row}.location_id))`;
/** SQL: one of these rows, or another row of the same appointment. */
const isSameAsAny = (ids: readonly number[]): SQL => sql`exists (select from displaced one
  where one.id = any(${sql.param([...ids])}::int[]) and ${isSameDisplacement(sql`one`)})`;

export async function updateDisplaced(
  db: Db,
  ids: readonly number[],
  values: Partial<typeof displaced.$inferInsert>,
): Promise<void> {
  await db
    .update(displaced)
    .set(values)
    .where(inArray(displaced.id, [...ids]));
}

/** Records that the patients were reminded of the offers. */
export async function recordReminder(db: Db, ids: readonly number[], remindedAt: Date): Promise<void> {
  await db.update(displaced).set({ remindedAt }).where(isSameAsAny(ids));
}

/**
 * Locks the rows in every list until the transaction ends: the second of two desks sees what the first did.
 */
export async function lockDisplaced(db: Db, ids: readonly number[]): Promise<void> {
  const rows = db.select({ id: displaced.id }).from(displaced).where(isSameAsAny(ids));
  await rows.orderBy(displaced.id).for('update');
}

/** Records a call, or removes the record. False if another desk recorded one first; that record stays. */
export async function recordDisplacedCall(
  db: Db,
  id: number,
  act: CallAct,
  values: Partial<typeof displaced.$inferInsert>,
): Promise<boolean> {
  const isCalled = act === 'uncalled' ? isNotNull(displaced.calledAt) : isNull(displaced.calledAt);
  const noted = await db
    .update(displaced)
    .set(values)
    .where(and(isSameAsAny([id]), isCalled))
    .returning({ id: displaced.id });
  return noted.length > 0;
}

export type NewDisruption = typeof disruptions.$inferInsert;

/** An appointment that a change displaces. */
export interface NewDisplaced {
  readonly id: number;
  readonly causes: readonly DisplacedCause[];
}

/**
 * Inserts a disruption and its displaced appointments. Undefined if none is left.
 */
export async function insertDisruption(
  db: Db,
  row: NewDisruption,
  visits: readonly NewDisplaced[],
): Promise<number | undefined> {
  if (visits.length === 0) return undefined;
  const [made] = await db.insert(disruptions).values(row).returning({ id: disruptions.id });
  if (!made) throw new Error('a disruption was not inserted');
  const { rowCount } = await db.execute(sql`
    insert into displaced (disruption_id, appointment_id, patient_id, location_id, doctor_id, local_start,
      causes, round, offer_id, reached, reminded_at, tried_at)
    select ${made.id}, a.id, a.patient_id, a.location_id, a.doctor_id, a.local_start, given.causes,
      coalesce(last.round, 0), last.offer_id, last.reached, last.reminded_at, last.tried_at
    from jsonb_to_recordset(${JSON.stringify(visits)}::jsonb) as given(id int, causes text[])
      join appointments a using (id) left join lateral (select * from displaced d where d.appointment_id = a.id
      and d.local_start = a.local_start and d.location_id = a.location_id
      and not exists (select from offers o where o.id = d.offer_id and o.state = 'withdrawn')
      order by d.id desc limit 1) last on true
    order by a.local_start, a.id`);
  if ((rowCount ?? 0) > 0) {
    // Clears the record of calls about an earlier disruption, so that the patient is on the call list again.
    await db
      .update(displaced)
      .set({ calledAt: null, calledBy: null, said: null })
      .where(sql`${displaced.calledAt} is not null and exists (select from displaced one
        where one.disruption_id = ${made.id} and ${isSameDisplacement(sql`one`)})`);
    return made.id;
  }
  await db.delete(disruptions).where(eq(disruptions.id, made.id));
  return undefined;
}

export const displacedData: PersonalData = {
  async forget(db, ids) {
    await db.execute(sql`delete from displaced where patient_id = any(${sql.param([...ids])}::int[])`);
  },
};
