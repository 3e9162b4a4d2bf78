import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { constraintOf } from '#server/engine/db/transaction.ts';
import { tryAgain } from '#server/engine/db/try-again.ts';
import { Refusal } from '#shared/errors.ts';
import { diagnose, type NewBooking } from './booking-queries.ts';

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

/**
 * Reckons with the branch as it is kept in memory, and afresh when the database says that this is outdated.
 */
export function withFreshHours<T>(deps: Deps, reckon: () => Promise<T>): Promise<T> {
  return tryAgain(reckon, (error) => {
    if (!(error instanceof Outdated)) return false;
    for (const name of ['schedules', 'locations'] as const) deps.cache.drop(name);
    return true;
  }).catch((error: unknown) => {
    throw refusalOf(error);
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
