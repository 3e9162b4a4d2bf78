import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { type Actor, recordEvents } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { checkStart, loadBookingBranch } from '#server/features/appointments/requested-time-actions.ts';
import { findActiveDoctor } from '#server/features/doctors/queries.ts';
import type { actOnDisplaced } from '#shared/contract/disruptions.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { AuditAction } from '#shared/domain/audit.ts';
import { localDateTime } from '#shared/domain/clinic-time.ts';
import { Refusal } from '#shared/errors.ts';
import { makeRequestedOffers } from './offer-actions.ts';
import { storeRequestedOffers } from './requested-offer-queries.ts';
import { canBeOffered, type RowWithAppointment, type RowWithState } from './state-queries.ts';

export type RequestedOfferTime = Body<typeof actOnDisplaced>['visits'][number]['time'];

/** Records the action on these appointments. */
export const recordDisplacedAction = (
  tx: Db,
  actor: Actor,
  action: AuditAction,
  ones: readonly RowWithState[],
) =>
  recordEvents(
    tx,
    actor,
    ones.map(({ row }) => ({
      action,
      subject: 'disruptions',
      subjectId: row.disruptionId,
      locationId: row.locationId,
      patientId: row.patientId,
      after: { appointmentId: row.appointmentId },
    })),
  );

/** Rejects a time that the branch does not offer, and a doctor who is not active. */
async function checkOfferedTime(
  deps: Deps,
  viewer: Viewer,
  row: RowWithAppointment,
  time: NonNullable<RequestedOfferTime>,
) {
  const { appointmentDate: date, appointmentTime, locationId, doctorId } = time;
  const wanted = { date, time: appointmentTime, minutes: row.minutes, overbook: false };
  checkStart(deps, viewer, await loadBookingBranch(deps, locationId), wanted);
  if (doctorId !== null) await findActiveDoctor(deps, doctorId);
}

/** An existing appointment and the time chosen for it. */
export interface RequestedAction {
  readonly one: RowWithState;
  readonly time: RequestedOfferTime;
}

/** A rejection skips the appointment; any other error is thrown. */
export const falseIfRefused = <T>(done: Promise<T>): Promise<T | false> =>
  done.catch((error: unknown): false => {
    if (error instanceof Refusal) return false;
    throw error;
  });

/** Whether this offer is possible. A patient without a free time goes on the call list. */
async function canOffer(deps: Deps, viewer: Viewer, { one, time }: RequestedAction): Promise<boolean> {
  if (!canBeOffered(one)) return false;
  if (time) await checkOfferedTime(deps, viewer, one.row, time);
  return true;
}

/**
 * Stores all requested offers before making any, so that a crash in between loses none; then makes them.
 * Returns those that were made.
 */
export async function requestOffers(
  deps: Deps,
  viewer: Viewer,
  chosen: readonly RequestedAction[],
  at: Date,
): Promise<Set<RowWithState>> {
  const offered: RequestedAction[] = [];
  for (const each of chosen) if (await falseIfRefused(canOffer(deps, viewer, each))) offered.push(each);
  const wanted = offered.map(({ one, time }) => ({
    id: one.row.id,
    locationId: time?.locationId ?? null,
    localStart: time ? localDateTime(time.appointmentDate, time.appointmentTime) : null,
    doctorId: time?.doctorId ?? null,
  }));
  const ones = offered.map(({ one }) => one);
  await inTransaction(deps.db, async (tx) => {
    await storeRequestedOffers(tx, wanted, { at, by: viewer.id });
    await recordDisplacedAction(tx, viewer, 'displaced_offered', ones);
  });
  await makeRequestedOffers(deps);
  return new Set(ones);
}
