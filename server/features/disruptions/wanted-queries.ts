import { and, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { displaced } from '#server/db/schema/disruptions.ts';
import type { Db } from '#server/engine/db/connect.ts';

/* What is asked to be offered to whom a visit was displaced, until it was. */

export const nothingWanted = {
  wantedAt: null,
  wantedBy: null,
  wantedStart: null,
  wantedLocationId: null,
  wantedDoctorId: null,
};

/** By which press something is wanted. */
type Pressed = Pick<typeof displaced.$inferSelect, 'id' | 'wantedAt' | 'wantedBy'>;

/**
 * Takes these for the transaction alone, but those that another has, that are done, or that another press
 * asked for since they were seen.
 */
export async function claimWanted<Row extends Pressed>(tx: Db, seen: readonly Row[]): Promise<Row[]> {
  const ids = seen.map(({ id }) => id);
  const { id, wantedAt, wantedBy } = displaced;
  const rows = await tx
    .select({ id, wantedAt, wantedBy })
    .from(displaced)
    .where(and(inArray(id, ids), isNotNull(wantedAt)))
    .orderBy(id)
    .for('update', { skipLocked: true });
  const isSame = (one: Pressed) => (now: Pressed) =>
    now.id === one.id && now.wantedBy === one.wantedBy && now.wantedAt?.getTime() === one.wantedAt?.getTime();
  return seen.filter((one) => rows.some(isSame(one)));
}

/** Those to whom something shall be offered, in the order in which it was asked for. */
export const wantedOffers = (db: Db, limit: number): Promise<{ id: number }[]> =>
  db
    .select({ id: displaced.id })
    .from(displaced)
    .where(isNotNull(displaced.wantedAt))
    .orderBy(displaced.wantedAt, displaced.id)
    .limit(limit);

/** Of which visits a time is asked for by the press that asked for this one's, whatever displaced them. */
export const askedTogether = (db: Db, id: number): Promise<Displaced[]> =>
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
export type Displaced = Pick<typeof displaced.$inferSelect, 'appointmentId' | 'patientId' | 'localStart'>;

/** When and with whom a time is asked for, to be offered; empty where there is none. */
export interface WantedTime {
  readonly id: number;
  readonly locationId: number | null;
  readonly localStart: string | null;
  readonly doctorId: number | null;
}

/** What shall be offered, unless that was asked for already. */
export async function wantOffers(
  db: Db,
  wanted: readonly WantedTime[],
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

/** What came of it for one of them: the offer, if any, and whether she hears of it. */
export interface Offered {
  readonly id: number;
  readonly offerId: number | null;
  readonly reached: boolean;
}

/** They are offered it: nothing is wanted any more. */
export async function noteOffers(db: Db, offered: readonly Offered[]): Promise<void> {
  if (offered.length === 0) return;
  const anew = {
    round: sql`${displaced.round} + 1`,
    remindedAt: null,
    calledAt: null,
    calledBy: null,
    said: null,
  };
  await db
    .update(displaced)
    .set({ offerId: sql`o."offerId"`, reached: sql`o.reached`, ...anew, ...nothingWanted })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(offered)}::jsonb) as o(id int, "offerId" int, reached boolean)`,
    )
    .where(sql`${displaced.id} = o.id`);
}
