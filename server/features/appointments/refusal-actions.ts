import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { transactionChanges } from '#server/engine/db/recorded-changes.ts';
import { retry } from '#server/engine/db/retry.ts';
import { constraintOf, inTransaction } from '#server/engine/db/transaction.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { hashToken } from '#server/engine/secrets/tokens.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { Appointment } from '#shared/contract/appointments.ts';
import { Refusal } from '#shared/errors.ts';
import {
  diagnoseBookingFailure,
  findBookingByKey,
  invalidateIdempotencyKey,
  lockPatient,
  type NewBooking,
} from './booking-queries.ts';
import { findAppointment, presentAppointment } from './queries.ts';

const constraintRefusals: Record<string, 'patient_busy' | 'doctor_busy' | 'slot_taken' | 'outside_hours'> = {
  appointments_check: 'outside_hours',
  appointments_patient_overlap: 'patient_busy',
  appointments_doctor_overlap: 'doctor_busy',
  appointments_room_overlap: 'slot_taken',
};

/** Turns an error of an exclusion constraint or of the day's limits into a `Refusal`. */
export function toRefusal(error: unknown): unknown {
  const code = constraintRefusals[constraintOf(error) ?? ''];
  return code ? new Refusal(code) : error;
}

/** Data that was read before the transaction has changed; thrown if that happens repeatedly. */
export class OutdatedRefusal extends Refusal {}

/** Longest wait for the reason of a rejection. */
const maxFeedWaitMs = 300;

const isTimeTaken = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === 'slot_taken' || error.code === 'doctor_busy');

/**
 * Runs with the cached branch, and again with fresh data if the database says that the cache is outdated.
 * After a rejection, the cache also gets the bookings of other processes, because the user looks for another
 * time next.
 */
export function retryWithFreshHours<T>(deps: Deps, reckon: () => Promise<T>): Promise<T> {
  return retry(reckon, (error) => {
    if (!(error instanceof OutdatedRefusal)) return false;
    for (const name of ['schedules', 'locations', 'doctors'] as const) deps.cache.drop(name);
    return true;
  }).catch(async (error: unknown) => {
    const refusal = toRefusal(error);
    // Inside the caller's transaction no other connection may be used; the caller retries afterwards.
    if (isTimeTaken(refusal) && !transactionChanges.getStore())
      await Promise.race([deps.feed.poke(), sleep(maxFeedWaitMs)]);
    throw refusal;
  });
}

/**
 * Returns the reason why nothing was booked. A booking with the same idempotency key that was made meanwhile
 * is found by the retry, also if it is the one that reached the limit.
 */
export async function explainBookingFailure(tx: Db, booking: NewBooking, reached?: number): Promise<Refusal> {
  const found = await diagnoseBookingFailure(tx, booking);
  if (found.sameKey !== null) return new OutdatedRefusal('slot_taken');
  if (found.abandoned) return new Refusal('idempotency_key_reused');
  const { limit } = booking;
  const full = reached ?? (limit !== null && found.openVisits >= limit ? limit : undefined);
  if (full !== undefined) return new Refusal('too_many_open', { params: { n: full } });
  if (found.hoursVersion === null) return new Refusal('unknown_location');
  if (found.hoursVersion !== booking.hoursVersion) return new OutdatedRefusal('slot_taken');
  if (found.patientBusy) return new Refusal('patient_busy');
  return new Refusal(found.doctorBusy && !booking.overbook ? 'doctor_busy' : 'slot_taken');
}

/**
 * Result of a booking whose answer the patient did not get. Under the same lock as bookings: either the
 * appointment exists, or the key is invalidated and a request still on its way books nothing.
 */
export async function settleBookingAttempt(
  deps: Deps,
  viewer: Viewer,
  key: string,
): Promise<Appointment | null> {
  const { prefix } = await currentSettings(deps);
  return inTransaction(deps.db, async (tx) => {
    await lockPatient(tx, viewer, viewer.id, null);
    const kept = await findBookingByKey(tx, viewer.id, key);
    if (!kept) await invalidateIdempotencyKey(tx, viewer.id, key, deps.now());
    const row = kept && (await findAppointment(tx, viewer, kept.id));
    return row ? presentAppointment(row, prefix) : null;
  });
}

/**
 * The idempotency key of a request: 1 to 128 visible ASCII characters. API keys of the same admin do not share
 * their idempotency keys.
 */
export function readIdempotencyKey({
  headers,
  viewer,
}: Pick<FastifyRequest, 'headers' | 'viewer'>): string | null {
  const header = headers['idempotency-key'];
  if (header === undefined) return null;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(header)) throw new Refusal('malformed');
  return viewer?.key ? `${viewer.key.id} ${hashToken(header).toString('hex')}` : header;
}
