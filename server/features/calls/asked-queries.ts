import { and, asc, desc, eq, gt, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { offers } from '#server/db/schema/offers.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { askedForCall, waitsForCall } from '#server/features/offers/asked-queries.ts';
import { atBranchesOf } from '#server/features/staff/branch-queries.ts';
import { isNamed, notTheOwner } from '#server/features/users/queries.ts';
import { reachedAt, reachOf } from '#server/features/users/reach-queries.ts';
import type { CallNote, CallsShown } from './queries.ts';

const callers = alias(users, 'callers');

/** Offers at her branches. */
export const askedOf = (viewer: Viewer): SQL | undefined =>
  and(atBranchesOf(viewer, offers.locationId), notTheOwner(viewer, offers.patientId));

/** Who asked for a call about an offer, the soonest time first, and who was called since then. */
export const askedShown = (db: Db, viewer: Viewer, { now, since, limit }: CallsShown) =>
  db
    .select({
      id: offers.id,
      appointmentId: offers.appointmentId,
      locationId: offers.locationId,
      localStart: offers.localStart,
      triedAt: offers.triedAt,
      calledAt: offers.calledAt,
      calledBy: callers.name,
      said: offers.said,
      patientId: users.id,
      patientName: users.name,
      patientPhone: reachedAt,
      patientReach: reachOf,
      sentAt: sql<Date>`coalesce(${offers.answeredAt}, ${offers.createdAt})`.mapWith(offers.createdAt),
    })
    .from(offers)
    .innerJoin(users, eq(users.id, offers.patientId))
    .leftJoin(callers, and(eq(callers.id, offers.calledBy), isNamed(viewer, callers)))
    .where(and(askedOf(viewer), or(waitsForCall(now), and(askedForCall, gt(offers.calledAt, since)))))
    .orderBy(sql`${offers.calledAt} desc nulls first`, asc(offers.localStart), desc(offers.id))
    .limit(limit);

/** Notes an act for each for whom it is still to be done; answers who they are. */
export const noteAsked = (db: Db, viewer: Viewer, { act, ids, now, values }: CallNote) =>
  db
    .update(offers)
    .set(values)
    .where(
      and(
        inArray(offers.id, [...ids]),
        askedOf(viewer),
        act === 'uncalled' ? and(askedForCall, isNotNull(offers.calledAt)) : waitsForCall(now),
      ),
    )
    .returning({
      id: offers.id,
      patientId: offers.patientId,
      appointmentId: offers.appointmentId,
      locationId: offers.locationId,
    });
