import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { type Actor, recordEvents } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { branchFor, checkStart } from '#server/features/appointments/requested-time-actions.ts';
import { doctorFor } from '#server/features/doctors/queries.ts';
import type { actOnDisplaced } from '#shared/contract/disruptions.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { AuditAction } from '#shared/domain/audit.ts';
import { localDateTime } from '#shared/domain/clinic-time.ts';
import { Refusal } from '#shared/errors.ts';
import { offerWanted } from './offer-actions.ts';
import { wantOffers } from './requested-offer-queries.ts';
import { canBeOffered, type RowWithAppointment, type RowWithState } from './state-queries.ts';

export type Wanted = Body<typeof actOnDisplaced>['visits'][number]['time'];

/** Records the action on these appointments. */
export const record = (tx: Db, actor: Actor, action: AuditAction, ones: readonly RowWithState[]) =>
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
async function checkTime(deps: Deps, viewer: Viewer, row: RowWithAppointment, time: NonNullable<Wanted>) {
  const { appointmentDate: date, appointmentTime, locationId, doctorId } = time;
  const wanted = { date, time: appointmentTime, minutes: row.minutes, overbook: false };
  checkStart(deps, viewer, await branchFor(deps, locationId), wanted);
  if (doctorId !== null) await doctorFor(deps, doctorId);
}

/** An existing appointment and the time chosen for it. */
export interface Chosen {
  readonly one: RowWithState;
  readonly time: Wanted;
}

/** A rejection skips the appointment; any other error is thrown. */
export const unlessRefused = <T>(done: Promise<T>): Promise<T | false> =>
  done.catch((error: unknown): false => {
    if (error instanceof Refusal) return false;
    throw error;
  });

/** Whether this offer is possible. A patient without a free time goes on the call list. */
async function canOffer(deps: Deps, viewer: Viewer, { one, time }: Chosen): Promise<boolean> {
  if (!canBeOffered(one)) return false;
  if (time) await checkTime(deps, viewer, one.row, time);
  return true;
}

/**
 * Stores all requested offers before making any, so that a crash in between loses none; then makes them.
 * Returns those that were made.
 */
export async function offerAll(
  deps: Deps,
  viewer: Viewer,
  chosen: readonly Chosen[],
  at: Date,
): Promise<Set<RowWithState>> {
  const offered: Chosen[] = [];
  for (const each of chosen) if (await unlessRefused(canOffer(deps, viewer, each))) offered.push(each);
  const wanted = offered.map(({ one, time }) => ({
    id: one.row.id,
    locationId: time?.locationId ?? null,
    localStart: time ? localDateTime(time.appointmentDate, time.appointmentTime) : null,
    doctorId: time?.doctorId ?? null,
  }));
  const ones = offered.map(({ one }) => one);
  await inTransaction(deps.db, async (tx) => {
    await wantOffers(tx, wanted, { at, by: viewer.id });
    await record(tx, viewer, 'displaced_offered', ones);
  });
  await offerWanted(deps);
  return new Set(ones);
}
