import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { looksAfterHer, minorsInCare } from '#server/features/families/family-queries.ts';
import { notify } from '#server/features/notifications/notify-actions.ts';
import { addDays, clinicClock } from '#shared/domain/clinic-time.ts';
import { ofAgeOn } from '#shared/domain/people/family.ts';
import { namingOf } from './messages.ts';

/** So many days before she decides herself both are told. */
const daysBefore = 30;

/**
 * Tells who looks after a minor, and herself where she signs in, that she will be of age; each once, as the
 * key of the message says. Answers how many were told of.
 */
export async function notifyOfAge(deps: Deps): Promise<number> {
  const { date: today } = clinicClock(deps.now());
  const nameOf = await namingOf(deps);
  let told = 0;
  for (const minor of await minorsInCare(deps.db)) {
    const { care, patientId, guardianId, authProvider, ...born } = minor;
    const date = ofAgeOn(born);
    if (date === null || date <= today || date > addDays(today, daysBefore)) continue;
    await inTransaction(deps.db, async (tx) => {
      const key = `${patientId}:${date}`;
      const params = { care, date, name: nameOf(minor) };
      if (
        await notify(tx, { userId: guardianId, dedupeKey: `ofAgeCare:${key}`, template: 'ofAgeCare', params })
      )
        told += 1;
      if (authProvider === looksAfterHer) return;
      const guardian = { name: minor.guardian, phone: minor.guardianPhone };
      const hers = { care, date, name: nameOf(guardian) };
      await notify(tx, { userId: patientId, dedupeKey: `ofAge:${key}`, template: 'ofAge', params: hers });
    });
  }
  return told;
}
