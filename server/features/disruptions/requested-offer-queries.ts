import { and, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { displaced } from '#server/db/schema/disruptions.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { isSameDisplacement } from './queries.ts';

/* Requested offers for displaced appointments, until they are made. */

export const clearedRequest = {
  wantedAt: null,
  wantedBy: null,
  wantedStart: null,
  wantedLocationId: null,
  wantedDoctorId: null,
};

/** The request that asked for it. */
type RequestKey = Pick<typeof displaced.$inferSelect, 'id' | 'wantedAt' | 'wantedBy'>;

/**
 * Locks these rows for the transaction, without rows that another process has locked, that are done, or that
 * another request has changed.
 */
export async function claimRequests<Row extends RequestKey>(tx: Db, seen: readonly Row[]): Promise<Row[]> {
  const ids = seen.map(({ id }) => id);
  const { id, wantedAt, wantedBy } = displaced;
  const rows = await tx
    .select({ id, wantedAt, wantedBy })
    .from(displaced)
    .where(and(inArray(id, ids), isNotNull(wantedAt)))
    .orderBy(id)
    .for('update', { skipLocked: true });
  const isSame = (one: RequestKey) => (now: RequestKey) =>
    now.id === one.id && now.wantedBy === one.wantedBy && now.wantedAt?.getTime() === one.wantedAt?.getTime();
  return seen.filter((one) => rows.some(isSame(one)));
}

/** Appointments that wait for a requested offer, in order of the requests. */
export const listRequestedOffers = (db: Db, limit: number): Promise<{ id: number }[]> =>
  db
    .select({ id: displaced.id })
    .from(displaced)
    .where(isNotNull(displaced.wantedAt))
    .orderBy(displaced.wantedAt, displaced.id)
    .limit(limit);

/** Appointments of the same request, whichever disruption displaced them. */
export const listSameRequest = (db: Db, id: number): Promise<RequestedAppointment[]> =>
  db
    .select({
      appointmentId: displaced.appointmentId,
      patientId: displaced.patientId,
      localStart: displaced.localStart,
    })
    .from(displaced)
    .where(
      and(
        sql`(${displaced.wantedAt}, coalesce(${displaced.wantedBy}, 0)) =
          (select one.wanted_at, coalesce(one.wanted_by, 0) from displaced one where one.id = ${id})`,
        isNotNull(displaced.wantedStart),
      ),
    )
    .orderBy(displaced.localStart, displaced.id);
export type RequestedAppointment = Pick<
  typeof displaced.$inferSelect,
  'appointmentId' | 'patientId' | 'localStart'
>;

/** The requested time and doctor; empty if there is none. */
export interface RequestedOffer {
  readonly id: number;
  readonly locationId: number | null;
  readonly localStart: string | null;
  readonly doctorId: number | null;
}

/** Stores requested offers unless they are already stored. */
export async function storeRequestedOffers(
  db: Db,
  wanted: readonly RequestedOffer[],
  { at, by }: { at: Date; by: number },
): Promise<void> {
  if (wanted.length === 0) return;
  await db
    .update(displaced)
    .set({
      wantedAt: at,
      wantedBy: by,
      wantedLocationId: sql`w."locationId"`,
      wantedStart: sql`w."localStart"`,
      wantedDoctorId: sql`w."doctorId"`,
    })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as w(id int, "locationId" int, "localStart" timestamp, "doctorId" int)`,
    )
    .where(and(sql`${displaced.id} = w.id`, isNull(displaced.wantedAt)));
}

/** Result for one appointment: the offer, if any, and whether the patient was notified. */
export interface OfferResult {
  readonly id: number;
  readonly offerId: number | null;
  readonly reached: boolean;
}

/** Removes requests whose offers were made. */
export async function saveOfferResults(db: Db, offered: readonly OfferResult[]): Promise<void> {
  if (offered.length === 0) return;
  const anew = {
    round: sql`${displaced.round} + 1`,
    remindedAt: null,
    calledAt: null,
    calledBy: null,
    said: null,
  };
  const made = sql`jsonb_to_recordset(${JSON.stringify(offered)}::jsonb) as o(id int, "offerId" int, reached boolean)
    join displaced one using (id)`;
  await db
    .update(displaced)
    .set({ offerId: sql`o."offerId"`, reached: sql`o.reached`, ...anew, ...clearedRequest })
    .from(made)
    .where(isSameDisplacement(sql`one`));
}
