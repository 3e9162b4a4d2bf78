import { and, desc, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { appointments } from '#server/db/schema/appointments.ts';
import { offers } from '#server/db/schema/offers.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { clinicDaySql, localNow } from '#server/engine/db/day-queries.ts';
import { preparedByBuilder } from '#server/engine/db/prepared-statements.ts';
import { recordChange } from '#server/engine/db/recorded-changes.ts';
import type { KnownMessage } from '#server/engine/delivery/worker.ts';
import { bookingTimeRange, candidateDoctorsQuery } from '#server/features/appointments/booking-queries.ts';
import {
  isHeldForOther,
  isOfferHolding,
  occupiesTime,
} from '#server/features/held-times/held-time-queries.ts';
import { channelsOfRow } from '#server/features/recipients/queries.ts';
import type { PersonalData } from '#server/registries.ts';
import type { Offer } from '#shared/contract/offers.ts';
import { addMilliseconds, dayClock, splitLocal } from '#shared/domain/clinic-time.ts';
import { displacedOfferKinds } from '#shared/domain/message-kinds.ts';
import { isOpen } from '#shared/domain/visits/appointment-status.ts';
import {
  currentOfferState,
  isHoldActive,
  listPossibleAnswers,
  type OfferReason,
  type OfferState,
  offerState,
} from '#shared/domain/visits/offer-state.ts';

/** Columns of an offer, with the appointment that would move. */
export const columns = {
  id: offers.id,
  patientId: offers.patientId,
  locationId: offers.locationId,
  serviceId: offers.serviceId,
  doctorId: offers.doctorId,
  localStart: offers.localStart,
  localEnd: offers.localEnd,
  reason: offers.reason,
  state: offers.state,
  holds: offers.holds,
  heldUntil: offers.heldUntil,
  appointmentId: offers.appointmentId,
  wishId: offers.wishId,
  /** Made by the waiting list, not by a member of staff. */
  byItself: sql<boolean>`(${offers.reason} = 'waiting' and ${offers.createdBy} is null)`,
  createdAt: offers.createdAt,
  answeredAt: offers.answeredAt,
  visitStart: appointments.localStart,
  visitLocationId: appointments.locationId,
  visitDoctorId: appointments.doctorId,
  visitDoctorWish: appointments.doctorWish,
  visitStatus: appointments.status,
};

const selectOffers = (db: Db) =>
  db.select(columns).from(offers).leftJoin(appointments, eq(appointments.id, offers.appointmentId));

export type OfferRow = Awaited<ReturnType<typeof selectOffers>>[number];

/** The appointment that would move is still upcoming. */
const isMovingVisitUpcoming = ({ visitStatus, visitStart }: OfferRow, now: Date): boolean =>
  visitStatus !== null && isOpen(visitStatus) && visitStart !== null && visitStart > localNow(dayClock(now));

/** An offer as the patient sees it, with her possible answers. */
export function presentOffer(row: OfferRow, now: Date): Offer {
  const { localStart, localEnd: _end, holds: _holds, visitStart, visitLocationId, ...rest } = row;
  const { wishId: _wish, byItself: _by, visitDoctorId, heldUntil, ...times } = rest;
  const { createdAt, answeredAt, visitStatus, visitDoctorWish: _wished, ...same } = times;
  const at = splitLocal(localStart);
  const old = visitStart === null ? null : splitLocal(visitStart);
  const kept = isHoldActive(row, now);
  return {
    ...same,
    doctorId: visitDoctorId,
    state: currentOfferState(row.state, kept),
    answers: kept || isMovingVisitUpcoming(row, now) ? listPossibleAnswers(row.state, row.reason, kept) : [],
    appointmentDate: at.date,
    appointmentTime: at.time,
    visit: old && {
      appointmentDate: old.date,
      appointmentTime: old.time,
      locationId: visitLocationId ?? row.locationId,
      isOpen: visitStatus !== null && isOpen(visitStatus),
    },
    heldUntil: heldUntil.toISOString(),
    createdAt: createdAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
  };
}

export const offersWithIds = async (db: Db, ids: readonly number[]): Promise<OfferRow[]> =>
  ids.length === 0
    ? []
    : selectOffers(db)
        .where(sql`${offers.id} = any(${sql.param([...ids])}::int[])`)
        .prepare(preparedByBuilder)
        .execute();

export async function offerWithId(db: Db, id: number): Promise<OfferRow | undefined> {
  const [row] = await offersWithIds(db, [id]);
  return row;
}

/** The last time that was offered instead of a displaced appointment. */
export async function findLastDisplacedOffer(
  db: Db,
  appointmentId: number | null,
): Promise<OfferRow | undefined> {
  if (appointmentId === null) return undefined;
  const [row] = await selectOffers(db)
    .where(and(eq(offers.appointmentId, appointmentId), eq(offers.reason, 'displaced')))
    .orderBy(desc(offers.id))
    .limit(1);
  return row;
}

const maxOwnOffers = 20;

/** The patient's offers, newest first. */
const listPatientOffers = (db: Db, patientIds: readonly number[], limit: number): Promise<OfferRow[]> =>
  selectOffers(db)
    .where(inArray(offers.patientId, [...patientIds]))
    .orderBy(desc(offers.id))
    .limit(limit);

/** The newest time offered to one of these people since then, with the person and the branch. */
export async function findLastOfferTo(
  db: Db,
  patientIds: readonly number[],
  since: Date,
): Promise<{ patientId: number; locationId: number } | undefined> {
  const [row] = await db
    .select({ patientId: offers.patientId, locationId: offers.locationId })
    .from(offers)
    .where(and(inArray(offers.patientId, [...patientIds]), gt(offers.createdAt, since)))
    .orderBy(desc(offers.id))
    .limit(1);
  return row;
}

/** Open offers for the patient's displaced appointments, newest first. */
export const listDisplacedOffers = async (
  db: Db,
  patientIds: readonly number[],
  now: Date,
): Promise<Offer[]> =>
  (await listPatientOffers(db, patientIds, maxOwnOffers))
    .map((row) => presentOffer(row, now))
    .filter(({ reason, answers }) => reason === 'displaced' && answers.includes('take'));

/** Open offers, then those that ended within the last hour, so that none disappears without explanation. */
export async function listShownOffers(db: Db, patientIds: readonly number[], now: Date): Promise<Offer[]> {
  const shown = (await listPatientOffers(db, patientIds, maxOwnOffers)).flatMap((row) => {
    const offer = presentOffer(row, now);
    const isLately = addMilliseconds(row.answeredAt ?? row.heldUntil, hour) > now;
    return isLately || hasPossibleAnswers(offer) ? [offer] : [];
  });
  return [...shown.filter(hasPossibleAnswers), ...shown.filter((offer) => !hasPossibleAnswers(offer))];
}
const hour = 3_600_000;

const hasPossibleAnswers = ({ answers }: Offer): boolean => answers.length > 0;

export interface NewOffer {
  patientId: number;
  locationId: number;
  serviceId: number;
  /** Candidate doctors of the hold; null: no doctor. */
  doctors: readonly number[] | null;
  localStart: string;
  minutes: number;
  reason: OfferReason;
  heldUntil: Date;
  appointmentId: number | null;
  createdBy: number | null;
  /** The waiting-list entry that the time was offered to. */
  wishId: number | null;
}

const at = sql`tsrange(a.local_start, a.local_end)`;

/** The patient has another appointment at that time than the one that would move. */
const hasOtherVisitThen = (o: NewOffer): SQL => {
  const { from, to } = bookingTimeRange(o);
  return sql`exists (select from appointments a where a.patient_id = ${o.patientId}::int and a.${occupiesTime}
    and a.id is distinct from ${o.appointmentId}::int and ${at} && tsrange(${from}, ${to}))`;
};

/** Whether the patient has another appointment at that time, which explains a rejection. */
export async function isPatientBusy(db: Db, offer: NewOffer): Promise<boolean> {
  const { rows } = await db.execute<{ busy: boolean }>(sql`select ${hasOtherVisitThen(offer)} as busy`);
  return rows[0]?.busy === true;
}

/**
 * A room, and a doctor, without an appointment or offer at that time. Empty if the patient has another
 * appointment then.
 */
function selectFreeRoomAndDoctor(o: NewOffer, now: Date): SQL {
  const { from, to } = bookingTimeRange(o);
  const asked = { patientId: sql`0`, locationId: sql`l.id`, room: sql`r`, doctorId: sql`d` };
  const kept = isHeldForOther({ ...asked, from, to, now });
  return sql`(
    select ${o.patientId}::int, l.id, ${o.serviceId}::int, d, ${from}, ${to}, r, ${o.reason},
      ${o.heldUntil.toISOString()}::timestamptz, ${o.appointmentId}::int, ${o.createdBy}::int,
      ${o.wishId}::int,
      ${now.toISOString()}::timestamptz
    from locations l cross join generate_series(1, l.rooms) r
      cross join ${candidateDoctorsQuery(o.doctors, from)}
    where l.id = ${o.locationId} and l.archived_at is null and not ${kept} and not ${hasOtherVisitThen(o)}
      and not exists (select from appointments a where ${occupiesTime} and a.room is not null
        and a.id is distinct from ${o.appointmentId}::int and ${at} && tsrange(${from}, ${to})
        and ((a.location_id = l.id and a.room = r) or a.doctor_id = d))
    order by busy, d, r limit 1)`;
}

interface InsertedOffer extends Pick<NewOffer, 'patientId' | 'appointmentId' | 'localStart'> {
  id: number;
}
const matchesOffer =
  (offer: Omit<InsertedOffer, 'id'>) =>
  (one: InsertedOffer): boolean =>
    one.patientId === offer.patientId &&
    one.appointmentId === offer.appointmentId &&
    one.localStart === offer.localStart;

/**
 * Holds free times in the future. The caller has raised `hours_version`. Returns the ids of the offers;
 * undefined if a time is taken or has begun. Two holds of one statement do not see each other: a conflict is
 * retried.
 */
export async function insertOffers(
  db: Db,
  offered: readonly NewOffer[],
  now: Date,
): Promise<(number | undefined)[]> {
  const ids = new Map<NewOffer, number>();
  const begun = localNow(dayClock(now));
  for (let left = offered.filter(({ localStart }) => localStart > begun); left.length > 0; ) {
    const { rows } = await db.execute<InsertedOffer & Record<string, unknown>>(sql`
      insert into offers (patient_id, location_id, service_id, doctor_id, local_start, local_end, room,
        reason, held_until, appointment_id, created_by, wish_id, created_at)
      ${sql.join(
        left.map((offer) => selectFreeRoomAndDoctor(offer, now)),
        sql` union all `,
      )}
      on conflict do nothing
      returning id, patient_id as "patientId", appointment_id as "appointmentId",
        to_char(local_start, 'YYYY-MM-DD HH24:MI:SS') as "localStart"`);
    if (rows.length === 0) break;
    const made = [...rows];
    left = left.filter((offer) => {
      const found = made.findIndex(matchesOffer(offer));
      const [mine] = found < 0 ? [] : made.splice(found, 1);
      if (mine) ids.set(offer, mine.id);
      return !mine;
    });
  }
  return offered.map((offer) => ids.get(offer));
}

/** Sets the state of an offer. False if it has changed meanwhile. */
export async function closeOffer(
  db: Db,
  { id, state: seen }: Pick<OfferRow, 'id' | 'state'>,
  state: OfferState,
  now: Date,
): Promise<boolean> {
  const closed = await db
    .update(offers)
    .set({ state, holds: sql`${offers.holds} and ${offerState(state).keeps}`, answeredAt: now })
    .where(and(eq(offers.id, id), eq(offers.state, seen)))
    .returning({ id: offers.id });
  return closed.length > 0;
}

/** The patient has an appointment at that time and branch. */
const hasVisit = sql`exists (select from appointments h where h.patient_id = o.patient_id
  and h.location_id = o.location_id and h.local_start = o.local_start and h.${occupiesTime})`;

type MessageRecipient = Pick<KnownMessage, 'channel' | 'userId' | 'address'>;

/** SQL: this message may have reached its recipient: it was sent, or the answer to an attempt was lost. */
const mayHaveReached = (message: string): SQL =>
  sql.raw(`(${message}.state in ('sent', 'kept') or ${message}.unanswered > 0)`);

/**
 * SQL: the recipient may know that the appointment cannot take place: she, or somebody with the same phone, was told by
 * the channel of this message or on the phone; she was told by a channel that she has given up since; or a guardian of
 * the patient was told, who read her messages before. Messages of an earlier version do not name their appointments.
 */
const mayKnowOfDisplacement = (
  { channel, userId, address }: MessageRecipient,
  appointmentId: SQL,
  also = sql`true`,
) => sql`exists (
  select from messages m where ${mayHaveReached('m')} and ${also} and m.template = any(${sql.param([...displacedOfferKinds])}::text[])
    and m.user_id = any(array(select ${userId}::int union select id from users where phone = ${address}::text
      union select g.guardian_id from guardians g join appointments a on a.patient_id = g.patient_id
        where a.id = ${appointmentId}))
    and (m.visit_ids is null or ${appointmentId} = any(m.visit_ids))
    and (m.channel = any(${sql.param(phoneTextChannels.includes(channel) ? phoneTextChannels : [channel])}::text[])
      or m.user_id <> ${userId}::int and m.channel <> 'app' and m.visit_ids is not null
      or m.user_id = ${userId}::int and m.channel <> 'app' and m.channel <> all(
        (select ${channelsOfRow('u')} from users u where u.id = ${userId}::int)::text[])))`;
const phoneTextChannels = ['sms', 'whatsapp'];

/**
 * Whether the recipient may believe that the appointment cannot take place: she may know of it, and no later
 * message by this channel told her, or waits to tell her, that it takes place after all.
 */
export async function mayBelieveDisplaced(
  db: Db,
  message: MessageRecipient & Pick<KnownMessage, 'id'>,
  appointmentId: number,
): Promise<boolean> {
  const id = sql`${appointmentId}::int`;
  const sinceStays = sql`m.id > all(select s.id from messages s where s.appointment_id = ${id}
    and s.template = 'visitStays' and s.id <> ${message.id} and ${mayHaveReached('s')}
    and s.channel = ${message.channel} and s.user_id = ${message.userId}::int)`;
  const waits = sql`exists (select from messages s where s.appointment_id = ${id} and s.template = 'visitStays'
    and s.id > ${message.id} and s.state = 'queued' and not s.outdated
    and s.channel = ${message.channel} and s.user_id = ${message.userId}::int)`;
  const { rows } = await db.execute<{ told: boolean }>(
    sql`select not ${waits} and ${mayKnowOfDisplacement(message, id, sinceStays)} as told`,
  );
  return rows[0]?.told === true;
}

/**
 * Whether the patient may know of an offer by the channel of this message, and has its time neither as an
 * appointment nor by another offer.
 */
export async function isOfferMissed(
  db: Db,
  { id }: Pick<OfferRow, 'id'>,
  message: MessageRecipient,
  now: Date,
): Promise<boolean> {
  const { rows } = await db.execute(sql`select from offers o where o.id = ${id} and not ${hasVisit}
    and not exists (select from offers n where n.patient_id = o.patient_id and n.location_id = o.location_id
      and n.local_start = o.local_start and ${isOfferHolding(sql`n`, now)})
    and (${mayKnowOfDisplacement(message, sql`o.appointment_id`)} or exists (select from messages m
      where m.dedupe_key in ('offer:' || o.id || ':' || ${message.channel},
        'offer:' || o.id || ':to ' || ${message.userId}::int || ':' || ${message.channel}) and ${mayHaveReached('m')}))`);
  return rows.length > 0;
}

/**
 * An appointment that was moved, cancelled or given to another doctor, and which of its offers that answers.
 */
export interface MovedVisit {
  id: number;
  answers: 'displaced' | 'all';
}

/** SQL: the appointment that has the offered time is not the displaced one that the offer was made for. */
const isTakenByOtherVisit = sql`(o.reason = 'displaced' and not exists (select from appointments own
  where own.id = o.appointment_id and own.location_id = o.location_id and own.local_start = o.local_start))`;

/**
 * Ends the offers of these patients that were answered otherwise: the time has become the patient's
 * appointment, or the appointment to move was moved or cancelled. The caller's message tells the patient.
 * If another appointment got the time, the displaced one still has to be settled. Returns the closed offers.
 */
export async function endAnsweredOffers(
  db: Db,
  patientIds: readonly number[],
  { now, moved, there }: { now: Date; moved: MovedVisit | null; there: 'taken' | 'given' },
): Promise<OfferRow[]> {
  const ofMoved = moved
    ? sql`(o.appointment_id = ${moved.id} and o.state in ('open', 'call', 'expired')
        and (o.reason = 'displaced' or ${moved.answers === 'all'}))`
    : sql`false`;
  const { rows } = await db.execute<{ id: number }>(sql`
    update offers o set holds = false, answered_at = ${now.toISOString()}::timestamptz,
      state = case when ${hasVisit} and not ${isTakenByOtherVisit} then ${there}
        when ${ofMoved} then 'settled' else 'withdrawn' end
    where o.patient_id = any(${sql.param([...patientIds])}::int[])
      and (${ofMoved} or (o.state in ('open', 'call') and ${hasVisit})) returning id`);
  return offersWithIds(
    db,
    rows.map(({ id }) => id),
  );
}

/** Sets the state of the open offers of a waiting-list entry. */
export async function closeOffersOfWish(
  db: Db,
  wishId: number,
  state: OfferState,
  now: Date,
): Promise<OfferRow[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    update offers set holds = false, answered_at = ${now.toISOString()}::timestamptz, state = ${state}
    where wish_id = ${wishId} and state in ('open', 'call') returning id`);
  return offersWithIds(
    db,
    rows.map(({ id }) => id),
  );
}

/** Releases expired holds; an offer whose patient asked for a call keeps its state. */
export async function releaseExpiredOffers(db: Db, now: Date): Promise<OfferRow[]> {
  const due = selectOffers(db).where(and(eq(offers.holds, true), lte(offers.heldUntil, now)));
  const some = due.orderBy(offers.id).limit(200).for('update', { of: offers, skipLocked: true });
  const rows = await some.prepare(preparedByBuilder).execute();
  if (rows.length === 0) return [];
  const { rows: now_ } = await db.execute<{ id: number; state: OfferState }>(sql`
    update offers o set holds = false, state = case when o.state = 'call' then o.state else 'expired' end
    where o.id = any(${sql.param(rows.map(({ id }) => id))}::int[]) returning id, state`);
  const states = new Map(now_.map(({ id, state }) => [id, state]));
  return rows.map((row) => ({ ...row, holds: false, state: states.get(row.id) ?? row.state }));
}

/** Deletes the offers and waiting-list entries of erased people; the held times become free. */
export const offerData: PersonalData = {
  async forget(db, ids) {
    const gone = await db
      .delete(offers)
      .where(inArray(offers.patientId, [...ids]))
      .returning({
        locationId: offers.locationId,
        date: sql<string>`${clinicDaySql(sql`local_start`)}::text`,
        ofDoctor: sql<boolean>`doctor_id is not null`,
        holds: offers.holds,
      });
    await db.execute(sql`delete from wishes where patient_id = any(${sql.param([...ids])}::int[])`);
    const days = gone.filter(({ holds }) => holds);
    if (days.length > 0) recordChange(db, { subject: 'offers', ofPatient: true, days });
  },
};
