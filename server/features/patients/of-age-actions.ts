import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { listGuardedMinors, managedByGuardian } from '#server/features/families/family-queries.ts';
import { notifyPerson } from '#server/features/notifications/notify-actions.ts';
import { addDays, clinicClock } from '#shared/domain/clinic-time.ts';
import { findAdultDate } from '#shared/domain/people/family.ts';
import { createNameFormatter } from './messages.ts';

/** Days before the 18th birthday at which both are notified. */
const daysBefore = 30;

/**
 * Notifies the guardian of a minor, and the minor if she has an account, that she will soon be of age. The
 * deduplication key allows each message once. Returns the number of notified guardians.
 */
export async function notifyOfAge(deps: Deps): Promise<number> {
  const { date: today } = clinicClock(deps.now());
  const nameOf = await createNameFormatter(deps);
  let told = 0;
  for (const minor of await listGuardedMinors(deps.db)) {
    const { care, patientId, guardianId, authProvider, ...born } = minor;
    const date = findAdultDate(born);
    if (date === null || date <= today || date > addDays(today, daysBefore)) continue;
    await inTransaction(deps.db, async (tx) => {
      const key = `${patientId}:${date}`;
      const params = { care, date, name: nameOf(minor) };
      if (
        await notifyPerson(tx, {
          userId: guardianId,
          dedupeKey: `ofAgeCare:${key}`,
          template: 'ofAgeCare',
          params,
        })
      )
        told += 1;
      if (authProvider === managedByGuardian) return;
      const guardian = { name: minor.guardian, phone: minor.guardianPhone };
      const hers = { care, date, name: nameOf(guardian) };
      await notifyPerson(tx, {
        userId: patientId,
        dedupeKey: `ofAge:${key}`,
        template: 'ofAge',
        params: hers,
      });
    });
  }
  return told;
}
