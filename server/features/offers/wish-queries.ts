import { and, eq, sql } from 'drizzle-orm';
import { appointments } from '#server/db/schema/appointments.ts';
import { wishes } from '#server/db/schema/wishes.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { listed } from '#server/features/appointments/queries.ts';
import type { Wish } from '#shared/contract/offers.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';
import type { DoctorWish } from '#shared/domain/visits/doctor-times.ts';
import type { WishState } from '#shared/domain/wish-rules.ts';

export type WishRow = typeof wishes.$inferSelect;

/** Undefined: somebody waits for that visit already. */
export async function insertWish(
  db: Db,
  row: Pick<WishRow, 'patientId' | 'appointmentId' | 'locationIds' | 'createdAt'>,
): Promise<WishRow | undefined> {
  const [made] = await db.insert(wishes).values(row).onConflictDoNothing().returning();
  return made;
}

/** Hers that wait, with how often each was offered something and who of the clinic waits longer. */
export async function waitingOf(db: Db, patientId: number): Promise<Wish[]> {
  const { rows } = await db.execute<Wish & Record<string, unknown>>(sql`
    select w.id, w.appointment_id as "appointmentId", w.location_ids as "locationIds",
      (select count(*)::int from offers o where o.wish_id = w.id) as offered,
      1 + (select count(*)::int from wishes b where b.state = 'waiting' and b.id < w.id
        and b.location_ids && w.location_ids) as place
    from wishes w where w.patient_id = ${patientId} and w.state = 'waiting' order by w.id`);
  return rows;
}

/** Ends a wish of hers. Undefined: it does not wait any more, or is another's. */
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

export interface WaitingWish extends Record<string, unknown> {
  id: number;
  patientId: number;
  appointmentId: number;
  locationIds: number[];
  serviceId: number;
  doctorId: number | null;
  doctorWish: DoctorWish;
  visitStart: string;
  minutes: number;
  /** Her visit is still to come. */
  isOpen: boolean;
  offered: { locationId: number; localStart: string }[];
  /** A time is kept for her now, or she was written to of one today. */
  rests: boolean;
}

/** All that wait, the longest waiting first. */
export async function waitingInOrder(
  db: Db,
  { localNow, since, limit }: { localNow: string; since: Date; limit: number },
): Promise<WaitingWish[]> {
  const { rows } = await db.execute<WaitingWish>(sql`
    select w.id, w.patient_id as "patientId", a.id as "appointmentId", w.location_ids as "locationIds",
      a.service_id as "serviceId", a.doctor_id as "doctorId", a.doctor_wish as "doctorWish",
      a.local_start::text as "visitStart",
      (extract(epoch from a.local_end - a.local_start) / 60)::int as minutes,
      (a.status in (${listed(openStatuses)}) and a.local_start > ${localNow}::timestamp) as "isOpen",
      coalesce((select json_agg(json_build_object('locationId', o.location_id,
        'localStart', to_char(o.local_start, 'YYYY-MM-DD HH24:MI:SS'))) from offers o
        where o.wish_id = w.id), '[]') as offered,
      exists (select from offers o where o.patient_id = w.patient_id
        and (o.holds or (o.reason = 'waiting'
          and o.created_at >= ${since.toISOString()}::timestamptz))) as rests
    from wishes w join ${appointments} a on a.id = w.appointment_id
    where w.state = 'waiting' order by w.created_at, w.id limit ${limit}`);
  return rows;
}
