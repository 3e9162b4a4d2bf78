import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import {
  forgettingNow,
  forgetUnlessExpected,
  lockGoing,
  visitsInTheWay,
} from '#server/features/users/forget-actions.ts';
import { findFor } from '#server/features/users/queries.ts';
import type { DeletionTerms } from '#shared/contract/own/own-data.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { keptUntil } from '#shared/domain/kept-for.ts';
import { Refusal } from '#shared/errors.ts';
import { leftBy } from './queries.ts';

/** What she is told before she says yes. */
export async function deletionTerms(deps: Deps, { id }: Viewer): Promise<DeletionTerms> {
  const { recordYears } = await currentSettings(deps);
  const { visits, last } = await leftBy(deps.db, id, dayClock(deps.now()));
  const toCome = await visitsInTheWay(deps.db, id, deps.now());
  return { visits, until: keptUntil(last, recordYears), toCome };
}

/** Her account goes, at once and with every session of hers, unless she or whom she cares for is expected. */
export async function deleteOwnAccount(deps: Deps, viewer: Viewer): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockGoing(tx, viewer.id);
    const person = await findFor(tx, viewer, viewer.id);
    if (!person) throw new Refusal('not_found');
    await forgetUnlessExpected(tx, person, forgettingNow(deps));
    await recordEvent(
      tx,
      { ...viewer, ip: null },
      { action: 'account_deleted', subject: 'users', subjectId: viewer.id, patientId: viewer.id },
    );
  });
}
