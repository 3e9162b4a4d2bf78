import { and, arrayOverlaps, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import { appointments } from '#server/db/schema/appointments.ts';
import { wishes } from '#server/db/schema/wishes.ts';
import type { Deps } from '#server/deps.ts';
import { countUpTo } from '#server/engine/db/capped-count.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { clinicDaySql, localNow } from '#server/engine/db/day-queries.ts';
import type { CurrentDoctorWish } from '#server/features/doctors/doctor-wish-queries.ts';
import { guardianJoin, possiblyReadBy, readerIdColumn } from '#server/features/families/family-queries.ts';
import { isOfferHolding, statusList } from '#server/features/held-times/held-time-queries.ts';
import { isWishOpen } from '#server/features/held-times/open-wish-queries.ts';
import { currentHours } from '#server/features/locations/hours-queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { hasWithdrawn } from '#server/features/users/consent-state-queries.ts';
import type { MergeObstacle } from '#server/registries.ts';
import type { Wish } from '#shared/contract/offers.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import type { DayPart } from '#shared/domain/day-part.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';
import type { DoctorWish } from '#shared/domain/visits/doctor-times.ts';
import type { OfferState } from '#shared/domain/visits/offer-state.ts';
import { hasOpenDay, offersPerWish, type WishState } from '#shared/domain/wish-rules.ts';

export type WishRow = typeof wishes.$inferSelect;
export type NewWish = Omit<WishRow, 'id' | 'state' | 'endedAt'>;

type Reader = Pick<Deps, 'db' | 'now'>;
const clockOf = (now: Deps['now']) => ({ now: localNow(dayClock(now())) });

/** Whether a branch of a waiting-list entry is open on one of its days. */
export async function hasOpenBranch(
  deps: Pick<Deps, 'cache' | 'db' | 'now'>,
  wish: Pick<WishRow, 'locationIds' | 'fromDate' | 'toDate' | 'parts'>,
): Promise<boolean> {
  const hours = await Promise.all(wish.locationIds.map((id) => currentHours(deps, id)));
  const { consultationStart } = await currentSettings(deps);
  const at = { today: dayClock(deps.now()).date, consultationStart };
  return hasOpenDay(
    wish,
    hours.flatMap((branch) => branch ?? []),
    at,
  );
}

/**
 * Saves a waiting-list entry. An entry for the same appointment or the same service is changed and keeps its
 * place, unless it is over.
 */
export async function insertWish(db: Db, row: NewWish): Promise<WishRow> {
  const { patientId: _hers, appointmentId, serviceId: _for, createdAt: _since, madeBy: _by, ...wanted } = row;
  const ofVisit = appointmentId !== null;
  const isOpen = isWishOpen(sql`${wishes}`, localNow(dayClock(row.createdAt)));
  const [made] = await db
    .insert(wishes)
    .values(row)
    .onConflictDoUpdate({
      target: ofVisit ? wishes.appointmentId : [wishes.patientId, wishes.serviceId],
      targetWhere: ofVisit ? sql`state = 'waiting'` : sql`state = 'waiting' and service_id is not null`,
      set: {
        ...wanted,
        createdAt: sql`case when ${isOpen} then ${wishes.createdAt} else excluded.created_at end`,
      },
    })
    .returning();
  if (!made) throw new Error('a wish was not inserted');
  return made;
}

/** Number of new appointments that the patient waits for, without one service. */
export async function countWaiting({ db, now }: Reader, patientId: number, butFor: number): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from wishes w
    where w.patient_id = ${patientId} and w.service_id <> ${butFor} and ${isOpenEntry(clockOf(now))}`);
  return rows[0]?.n ?? 0;
}

/** The wanted appointment, of an entry `w` and its appointment `a`. */
const wanted = sql`w.id, a.id as "appointmentId", w.location_ids as "locationIds",
  coalesce(w.service_id, a.service_id) as "serviceId",
  case when a.id is null then w.doctor_id else a.doctor_id end as "doctorId",
  case when a.id is null then w.doctor_wish else a.doctor_wish end as "doctorWish",
  w.from_date::text as "fromDate", w.to_date::text as "toDate", w.parts`;
const wishesWithVisit = sql`wishes w left join ${appointments} a on a.id = w.appointment_id`;

/** The entry as replies show it. */
const wishCreatedAt = sql`to_char(w.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** The longest waiting entry comes first. */
const longestWaitingFirst = sql`w.created_at, w.id`;

/** The patient's open entries, with the number of offers and the time of the longest waiting one. */
export async function listOpenWishes({ db, now }: Reader, patientIds: readonly number[]): Promise<Wish[]> {
  const { rows } = await db.execute<Wish & Record<string, unknown>>(sql`
    select ${wanted}, ${wishOfferCount} as offered, ${wishPosition} as place, ${wishCreatedAt} as "createdAt"
    from ${wishesWithVisit}
    where w.patient_id = any(${sql.param([...patientIds])}::int[]) and ${isOpenEntry(clockOf(now))} order by w.id`);
  return rows;
}

const wishOfferCount = sql`(select count(*)::int from offers o where o.wish_id = w.id)`;
/**
 * Counts stored states: an entry that is over is ended within seconds, and each one is compared with all
 * before it.
 */
const wishPosition = sql`1 + (select count(*)::int from wishes b where b.state = 'waiting'
  and (b.created_at, b.id) < (w.created_at, w.id) and b.location_ids && w.location_ids)`;

/** The position of each entry among those at one of its branches, the longest waiting first. */
export async function findWishPositions(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ id: number; place: number }>(sql`
    select w.id, ${wishPosition} as place from wishes w where w.id = any(${sql.param([...ids])}::int[])`);
  return new Map(rows.map(({ id, place }) => [id, place]));
}

/**
 * Open entries whose messages this person reads: her own and those of patients without an account whose
 * guardian she is.
 */
export async function listWishesReadBy(db: Db, reader: number): Promise<Pick<WishRow, 'id' | 'patientId'>[]> {
  const { rows } = await db.execute<Pick<WishRow, 'id' | 'patientId'>>(sql`
    select w.id, w.patient_id as "patientId"
    from wishes w join users p on p.id = w.patient_id ${guardianJoin}
    where w.patient_id = ${possiblyReadBy(sql`${reader}::int`)} and ${readerIdColumn} = ${reader}
      and w.state = 'waiting' order by w.id`);
  return rows;
}

/**
 * Ends an entry of the patient, also one that is over already. Undefined if it is not open or belongs to
 * another patient.
 */
export async function endWish(
  db: Db,
  { id, patientId }: Pick<WishRow, 'id' | 'patientId'>,
  state: Exclude<WishState, 'waiting'>,
  now: Date,
): Promise<WishRow | undefined> {
  const [ended] = await db
    .update(wishes)
    .set({ state, endedAt: now })
    .where(and(eq(wishes.id, id), eq(wishes.patientId, patientId), eq(wishes.state, 'waiting')))
    .returning();
  return ended;
}

/** One entry, open or ended. */
export async function wishWithId({ db, now }: Reader, id: number) {
  const isOpen = sql<boolean>`${isWishOpen(sql`${wishes}`, clockOf(now).now)}`;
  const [row] = await db
    .select({ ...getTableColumns(wishes), isOpen })
    .from(wishes)
    .where(eq(wishes.id, id));
  return row;
}

/** One open entry. */
export async function waitingWithId(deps: Reader, id: number): Promise<WishRow | undefined> {
  const row = await wishWithId(deps, id);
  return row?.isOpen ? row : undefined;
}

/** Open entries for a new appointment at one of these branches, the longest waiting first. */
export const waitingAt = ({ db, now }: Reader, locationIds: readonly number[]): Promise<WishRow[]> =>
  db
    .select()
    .from(wishes)
    .where(
      and(
        isWishOpen(sql`${wishes}`, clockOf(now).now),
        isNull(wishes.appointmentId),
        arrayOverlaps(wishes.locationIds, [...locationIds]),
      ),
    )
    .orderBy(wishes.createdAt, wishes.id);

/** The patient was told that her branches are closed on all her days. */
export async function wasToldOfClosing(db: Db, id: number): Promise<boolean> {
  const { rows } = await db.execute(sql`select from messages
    where template = 'wishClosed' and (params->>'wish')::int = ${id} limit 1`);
  return rows.length > 0;
}

/** The patient of an entry, open or ended. */
export async function findWishDoctor(db: Db, id: number): Promise<CurrentDoctorWish | undefined> {
  const { doctorId, doctorWish } = wishes;
  const [row] = await db.select({ doctorId, doctorWish }).from(wishes).where(eq(wishes.id, id));
  return row;
}

export interface WaitingWish extends Record<string, unknown> {
  id: number;
  patientId: number;
  appointmentId: number | null;
  locationIds: number[];
  serviceId: number;
  doctorId: number | null;
  doctorWish: DoctorWish;
  fromDate: string | null;
  toDate: string | null;
  parts: DayPart[];
  /** The entry's appointment. */
  visitStart: string | null;
  visitLocationId: number | null;
  minutes: number;
  offered: { locationId: number; localStart: string; state: OfferState }[];
  /** Times of the patient's other appointments. */
  busy: { from: string; to: string }[];
  /** A time is held for the patient now. */
  keeps: boolean;
  /** The recipient already got an offer today, for herself or another patient. */
  toldToday: boolean;
  /** Only staff would book a patient with this role. */
  withdrew: boolean;
  createdAt: string;
}

export interface WaitingListQuery {
  /** The clinic's clock. */
  now: string;
  /** The start of today. */
  since: Date;
  limit: number;
}

/** Entries that include one of these branches. */
export const includesBranch = (branches: readonly number[]): SQL =>
  sql`w.location_ids && ${sql.param([...branches])}::int[]`;
export const isPatientsWish = (id: number): SQL => sql`w.patient_id = ${id}`;
export const isWish = (id: number): SQL => sql`w.id = ${id}`;
/** The patient of a row, for `isNotOwner`. */
export const waitingPatientId = sql`w.patient_id`;

/** The entry is open. */
export const isOpenEntry = ({ now }: Pick<WaitingListQuery, 'now'>): SQL => isWishOpen(sql`w`, now);
const hasHeldOffer = sql`exists (select from offers o where o.patient_id = w.patient_id and ${isOfferHolding(sql`o`)})`;
const wasToldToday = sql`${readerIdColumn} in (select reader from told)`;
const hasWithdrawnConsent = sql`(a.id is null and ${hasWithdrawn(sql`w.patient_id`)})`;

/** Entries that may get the next time, as far as their rows say; `findPauseReason` has the full rule. */
export const mayGetNextTime = (
  day: WaitingListQuery,
): SQL => sql`${isOpenEntry(day)} and not ${hasHeldOffer} and not ${wasToldToday}
  and ${wishOfferCount} < ${offersPerWish} and not ${hasWithdrawnConsent}`;
/** The entry is not open any more, or the patient declined all offers: the task ends it. */
export const isWishOver = (day: WaitingListQuery): SQL => sql`(not ${isOpenEntry(day)}
  or (${wishOfferCount} >= ${offersPerWish} and not ${hasHeldOffer} and not ${wasToldToday}))`;
/** All branches of the open entry are closed for good. */
export const isWishClosed = (day: WaitingListQuery): SQL => sql`(${isOpenEntry(day)} and not exists (
  select from locations l where l.id = any(w.location_ids)
    and (l.closed_from is null or l.closed_from > ${clinicDaySql(sql`${day.now}::timestamp`)})))`;
/** Entries that wait less long than this one. */
export const isBehindWish = (id: number): SQL =>
  sql`(${longestWaitingFirst}) > (select before.created_at, before.id from wishes before where before.id = ${id})`;

const waitingWishRows = sql`${wishesWithVisit} join users p on p.id = w.patient_id ${guardianJoin}
  left join services s on s.id = w.service_id`;

/** Number of entries with the stored state `waiting` that meet all conditions, up to the limit. */
export async function countOpenWishes(
  db: Db,
  { limit }: WaitingListQuery,
  only: readonly (SQL | undefined)[],
): Promise<number> {
  return countUpTo(db, limit, sql`from ${waitingWishRows} where ${and(sql`w.state = 'waiting'`, ...only)}`);
}

/** Entries with the stored state `waiting` that meet all conditions, the longest waiting first. */
export async function listWishesInOrder(
  db: Db,
  { now, since, limit }: WaitingListQuery,
  only: readonly (SQL | undefined)[] = [],
): Promise<WaitingWish[]> {
  const { rows } = await db.execute<WaitingWish>(sql`
    with told as materialized (
      select ${readerIdColumn} as reader from offers o join users p on p.id = o.patient_id ${guardianJoin}
      where o.reason = 'waiting' and o.created_at >= ${since.toISOString()}::timestamptz)
    select ${wanted}, w.patient_id as "patientId", a.local_start::text as "visitStart",
      a.location_id as "visitLocationId", ${wishCreatedAt} as "createdAt",
      coalesce((extract(epoch from a.local_end - a.local_start) / 60)::int, s.minutes) as minutes,
      coalesce((select json_agg(json_build_object('locationId', o.location_id,
        'localStart', to_char(o.local_start, 'YYYY-MM-DD HH24:MI:SS'), 'state', o.state)
        order by o.id desc) from offers o
        where o.wish_id = w.id), '[]') as offered,
      coalesce((select json_agg(json_build_object('from', to_char(v.local_start, 'YYYY-MM-DD HH24:MI:SS'),
        'to', to_char(v.local_end, 'YYYY-MM-DD HH24:MI:SS'))) from appointments v
        where v.patient_id = w.patient_id and v.id is distinct from a.id and v.status in (${statusList(openStatuses)})
          and v.local_start > ${now}::timestamp - interval '1 day'), '[]') as busy,
      ${hasHeldOffer} as keeps, ${wasToldToday} as "toldToday", ${hasWithdrawnConsent} as withdrew
    from ${waitingWishRows}
    where ${and(sql`w.state = 'waiting'`, ...only)}
    order by ${longestWaitingFirst} limit ${limit}`);
  return rows;
}

/** Both records wait for the same service: the unique index allows one entry, also if it is over. */
export const wishObstacle: MergeObstacle = {
  obstacle: 'wishes',
  async exists(db, one, other) {
    const { rows } = await db.execute<{ found: boolean }>(sql`select exists (
      select from wishes a join wishes b using (service_id)
      where a.patient_id = ${one} and b.patient_id = ${other}
        and a.state = 'waiting' and b.state = 'waiting') as found`);
    return rows[0]?.found === true;
  },
};
