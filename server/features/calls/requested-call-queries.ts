import { and, eq, gt, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { offers } from '#server/db/schema/offers.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { hasRequestedCall, isCallPending } from '#server/features/offers/requested-call-queries.ts';
import { isAtViewerBranch } from '#server/features/users/branch-queries.ts';
import { isNotOwner, mayBeNamed } from '#server/features/users/queries.ts';
import { phoneHours, reachablePhone } from '#server/features/users/reach-queries.ts';
import type { CallFilter, CallUpdate } from './queries.ts';

const callers = alias(users, 'callers');

/** Offers at the viewer's branches. */
export const isOfferAtBranches = (viewer: Viewer): SQL | undefined =>
  and(isAtViewerBranch(viewer, offers.locationId), isNotOwner(viewer, offers.patientId));

/** Patients who asked for a call about an offer, or were called within the week. */
export const isRequestedCall = (viewer: Viewer, { now, since }: CallFilter): SQL | undefined =>
  and(isOfferAtBranches(viewer), or(isCallPending(now), and(hasRequestedCall, gt(offers.calledAt, since))));

/** These offers, in any order. */
export const requestedCallsShown = (db: Db, viewer: Viewer, ids: readonly number[]) =>
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
      patientPhone: reachablePhone,
      patientReach: phoneHours,
      sentAt: sql<Date>`coalesce(${offers.answeredAt}, ${offers.createdAt})`.mapWith(offers.createdAt),
    })
    .from(offers)
    .innerJoin(users, eq(users.id, offers.patientId))
    .leftJoin(callers, and(eq(callers.id, offers.calledBy), mayBeNamed(viewer, callers)))
    .where(and(isOfferAtBranches(viewer), inArray(offers.id, [...ids])));

/** Records an action for each call that is still open; returns their patients. */
export const recordRequestedCalls = (db: Db, viewer: Viewer, { act, ids, now, values }: CallUpdate) =>
  db
    .update(offers)
    .set(values)
    .where(
      and(
        inArray(offers.id, [...ids]),
        isOfferAtBranches(viewer),
        act === 'uncalled' ? and(hasRequestedCall, isNotNull(offers.calledAt)) : isCallPending(now),
      ),
    )
    .returning({
      id: offers.id,
      patientId: offers.patientId,
      appointmentId: offers.appointmentId,
      locationId: offers.locationId,
    });
