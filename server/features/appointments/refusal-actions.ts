import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { insideTransaction } from '#server/engine/db/recorded.ts';
import { constraintOf, inTransaction } from '#server/engine/db/transaction.ts';
import { tryAgain } from '#server/engine/db/try-again.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { Appointment } from '#shared/contract/appointments.ts';
import { Refusal } from '#shared/errors.ts';
import { abandonAttempt, bookingWithKey, diagnose, lockPatient, type NewBooking } from './booking-queries.ts';
import { appointmentOf, appointmentWithId } from './queries.ts';

const constraintRefusals: Record<string, 'patient_busy' | 'doctor_busy' | 'slot_taken' | 'outside_hours'> = {
  appointments_check: 'outside_hours',
  appointments_patient_overlap: 'patient_busy',
  appointments_doctor_overlap: 'doctor_busy',
  appointments_room_overlap: 'slot_taken',
};

/**
 * The database has the last word on who holds a time, and that it lies within a day: its refusal, as ours.
 */
export function refusalOf(error: unknown): unknown {
  const code = constraintRefusals[constraintOf(error) ?? ''];
  return code ? new Refusal(code) : error;
}

/**
 * What was read before the transaction is not so any more; refused with this when that happens again and
 * again.
 */
export class Outdated extends Refusal {}

/** A database that is busy lets nobody wait longer for a refusal. */
const hearingMs = 300;

const isHeld = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === 'slot_taken' || error.code === 'doctor_busy');

/**
 * Reckons with the branch as it is kept in memory, and afresh when the database says that this is outdated.
 * Who is refused a time looks for another in the next moment: by then this process has heard, too, who of
 * another's callers holds it.
 */
export function withFreshHours<T>(deps: Deps, reckon: () => Promise<T>): Promise<T> {
  return tryAgain(reckon, (error) => {
    if (!(error instanceof Outdated)) return false;
    for (const name of ['schedules', 'locations'] as const) deps.cache.drop(name);
    return true;
  }).catch(async (error: unknown) => {
    const refusal = refusalOf(error);
    // Within a transaction of the caller's nobody may read beside it; she looks again when that has ended.
    if (isHeld(refusal) && !insideTransaction.getStore())
      await Promise.race([deps.feed.poke(), sleep(hearingMs)]);
    throw refusal;
  });
}

/**
 * Why nothing was booked: as a refusal. A booking that its own key made meanwhile is found by reckoning
 * again, also where it is the one that reached a limit of open visits: hers, or the one of her number.
 */
export async function explained(tx: Db, booking: NewBooking, reached?: number): Promise<Refusal> {
  const found = await diagnose(tx, booking);
  if (found.sameKey !== null) return new Outdated('slot_taken');
  if (found.abandoned) return new Refusal('idempotency_key_reused');
  const { limit } = booking;
  const full = reached ?? (limit !== null && found.openVisits >= limit ? limit : undefined);
  if (full !== undefined) return new Refusal('too_many_open', { params: { n: full } });
  if (found.hoursVersion === null) return new Refusal('unknown_location');
  if (found.hoursVersion !== booking.hoursVersion) return new Outdated('slot_taken');
  if (found.patientBusy) return new Refusal('patient_busy');
  return new Refusal(found.doctorBusy && !booking.overbook ? 'doctor_busy' : 'slot_taken');
}

/**
 * What became of a booking whose answer a patient never heard. Under the lock that bookings of hers take too:
 * either the visit is there, or the key is given up, and a request still on its way books nothing.
 */
export async function settleAttempt(deps: Deps, viewer: Viewer, key: string): Promise<Appointment | null> {
  const { prefix } = await currentSettings(deps);
  return inTransaction(deps.db, async (tx) => {
    await lockPatient(tx, viewer, viewer.id, null);
    const kept = await bookingWithKey(tx, viewer.id, key);
    if (!kept) await abandonAttempt(tx, viewer.id, key, deps.now());
    const row = kept && (await appointmentWithId(tx, viewer, kept.id));
    return row ? appointmentOf(row, prefix) : null;
  });
}

/** The key of a request that may come twice: 1 to 128 visible ASCII characters. */
export function idempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(header)) throw new Refusal('malformed');
  return header;
}
