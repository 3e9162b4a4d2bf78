import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { looksAfterHer, minorsInCare } from '#server/features/families/family-queries.ts';
import { notify } from '#server/features/notifications/notify-actions.ts';
import { addDays, clinicClock } from '#shared/domain/clinic-time.ts';
import { firstName, ofAgeOn } from '#shared/domain/people/family.ts';

/** So many days before she decides herself both are told. */
const daysBefore = 30;

/**
 * Tells who looks after a minor, and herself where she signs in, that she will be of age; each once, as the
 * key of the message says. Answers how many were told of.
 */
export async function tellOfAge(deps: Deps): Promise<number> {
  const { date: today } = clinicClock(deps.now());
  let told = 0;
  for (const { patientId, guardianId, name, guardian, authProvider, ...born } of await minorsInCare(
    deps.db,
  )) {
    const date = ofAgeOn(born);
    if (date === null || date <= today || date > addDays(today, daysBefore)) continue;
    await inTransaction(deps.db, async (tx) => {
      const key = `${patientId}:${date}`;
      const params = { date, name: firstName(name) };
      if (
        await notify(tx, { userId: guardianId, dedupeKey: `ofAgeCare:${key}`, template: 'ofAgeCare', params })
      )
        told += 1;
      if (authProvider === looksAfterHer) return;
      const hers = { date, name: firstName(guardian) };
      await notify(tx, { userId: patientId, dedupeKey: `ofAge:${key}`, template: 'ofAge', params: hers });
    });
  }
  return told;
}
