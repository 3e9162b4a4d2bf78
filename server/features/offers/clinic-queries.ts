import { and, desc, eq, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { appointments } from '#server/db/schema/appointments.ts';
import { offers } from '#server/db/schema/offers.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { atBranchesOf } from '#server/features/staff/branch-queries.ts';
import { isNamed, notTheOwner } from '#server/features/users/queries.ts';
import { reachedAt, reachOf } from '#server/features/users/reach-queries.ts';
import type { ClinicOffer } from '#shared/contract/offers.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import { waitsForCall } from './asked-queries.ts';
import { columns, offerOf } from './queries.ts';

const callers = alias(users, 'callers');

/** What was offered at the branches of the viewer: what is kept or to be called about, then the newest. */
export async function clinicOffers(db: Db, viewer: Viewer, limit: number, now: Date): Promise<ClinicOffer[]> {
  const toCall = waitsForCall(now);
  const rows = await db
    .select({
      ...columns,
      patientName: users.name,
      patientPhone: reachedAt,
      patientReach: reachOf,
      toCall: sql<boolean>`coalesce(${toCall}, false)`,
      calledAt: offers.calledAt,
      calledBy: callers.name,
    })
    .from(offers)
    .innerJoin(users, eq(users.id, offers.patientId))
    .leftJoin(appointments, eq(appointments.id, offers.appointmentId))
    .leftJoin(callers, and(eq(callers.id, offers.calledBy), isNamed(viewer, callers)))
    .where(and(atBranchesOf(viewer, offers.locationId), notTheOwner(viewer, offers.patientId)))
    .orderBy(desc(sql`coalesce(${or(eq(offers.holds, true), toCall)}, false)`), desc(offers.id))
    .limit(limit);
  return rows.map(({ patientName, patientPhone, patientReach: reach, ...row }) => ({
    ...offerOf(row, now),
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
