import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { appointments } from '#server/db/schema/appointments.ts';
import { offers } from '#server/db/schema/offers.ts';
import { users } from '#server/db/schema/users.ts';
import { countUpTo } from '#server/engine/db/capped-count.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { isOfferHolding } from '#server/features/held-times/held-time-queries.ts';
import { isAtViewerBranch } from '#server/features/users/branch-queries.ts';
import { isNotOwner, mayBeNamed } from '#server/features/users/queries.ts';
import { phoneHours, reachablePhone } from '#server/features/users/reach-queries.ts';
import type { ClinicOffer, offerParts } from '#shared/contract/offers.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import { columns, presentOffer } from './queries.ts';
import { isCallPending } from './requested-call-queries.ts';

const callingStaff = alias(users, 'callers');

export interface ClinicOfferFilter {
  now: Date;
  which?: (typeof offerParts)[number] | undefined;
  /** Only this offer. */
  id?: number;
  /** Whether the previous page ended among the open offers, and the id of its last row. */
  after?: readonly [isCurrent: number, id: number] | null;
  limit: number;
}

/** Open offers, and offers whose patient asked for a call and was not called. */
const isCurrent = (now: Date): SQL => sql`coalesce((
    ${isOfferHolding(sql`${offers}`, now)}) or (${isCallPending(now)}), false)`;

const matchesOfferFilter = (
  viewer: Viewer,
  { now, which, id }: Omit<ClinicOfferFilter, 'limit'>,
): SQL | undefined =>
  and(
    isAtViewerBranch(viewer, offers.locationId),
    isNotOwner(viewer, offers.patientId),
    which && sql`${isCurrent(now)} = ${which === 'current'}`,
    id === undefined ? undefined : eq(offers.id, id),
  );

/** Number of such offers, up to the limit. */
export async function countOffers(db: Db, viewer: Viewer, asked: ClinicOfferFilter): Promise<number> {
  return countUpTo(
    db,
    asked.limit,
    sql`from ${offers} where ${matchesOfferFilter(viewer, asked) ?? sql`true`}`,
  );
}

/** Offers at the viewer's branches: open ones and those to call about first, then the newest. */
export async function listClinicOffers(
  db: Db,
  viewer: Viewer,
  asked: ClinicOfferFilter,
): Promise<(ClinicOffer & { isCurrent: boolean })[]> {
  const { now, after, limit } = asked;
  const toCall = isCallPending(now);
  const rank = sql`${isCurrent(now)}::int`;
  const rows = await db
    .select({
      ...columns,
      patientName: users.name,
      patientPhone: reachablePhone,
      patientReach: phoneHours,
      toCall: sql<boolean>`coalesce(${toCall}, false)`,
      isCurrent: sql<boolean>`${isCurrent(now)}`,
      calledAt: offers.calledAt,
      calledBy: callingStaff.name,
    })
    .from(offers)
    .innerJoin(users, eq(users.id, offers.patientId))
    .leftJoin(appointments, eq(appointments.id, offers.appointmentId))
    .leftJoin(callingStaff, and(eq(callingStaff.id, offers.calledBy), mayBeNamed(viewer, callingStaff)))
    .where(
      and(
        matchesOfferFilter(viewer, asked),
        after ? sql`(${rank}, ${offers.id}) < (${after[0]}::int, ${after[1]}::int)` : undefined,
      ),
    )
    .orderBy(desc(rank), desc(offers.id))
    .limit(limit);
  return rows.map(({ patientName, patientPhone, patientReach: reach, ...row }) => ({
    ...presentOffer(row, now),
    isCurrent: row.isCurrent,
    toCall: row.toCall,
    calledAt: row.calledAt?.toISOString() ?? null,
    calledBy: row.calledBy,
    patient: {
      id: row.patientId,
      name: patientName,
      phone: patientPhone && formatPhone(patientPhone),
      reach,
    },
  }));
}
