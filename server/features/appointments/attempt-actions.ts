import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { Appointment } from '#shared/contract/appointments.ts';
import { Refusal } from '#shared/errors.ts';
import { abandonAttempt, bookingWithKey, lockPatient } from './booking-queries.ts';
import { appointmentOf, appointmentWithId } from './queries.ts';

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
