import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { changeAppointment } from '#server/features/appointments/change-actions.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import {
  forgettingNow,
  forgetUnlessExpected,
  herselfAndCared,
  lockGoing,
} from '#server/features/users/forget-actions.ts';
import { findFor } from '#server/features/users/queries.ts';
import type { DeletionTerms } from '#shared/contract/own/own-data.ts';
import { dayClock, splitLocal } from '#shared/domain/clinic-time.ts';
import { keptUntil } from '#shared/domain/kept-for.ts';
import { Refusal } from '#shared/errors.ts';
import { leftBy, visitsToCome } from './queries.ts';

/** What she is told before she says yes. */
export async function deletionTerms(deps: Deps, { id }: Viewer): Promise<DeletionTerms> {
  const { recordYears } = await currentSettings(deps);
  const { visits, last } = await leftBy(deps.db, id, dayClock(deps.now()));
  const people = await herselfAndCared(deps.db, id);
  const toCome = await visitsToCome(deps.db, people, dayClock(deps.now()));
  return {
    visits,
    until: keptUntil(last, recordYears),
    toCome: toCome.map(({ localStart, patientId, name, ...visit }) => {
      const { date, time } = splitLocal(localStart);
      return {
        ...visit,
        patient: patientId === id ? null : name,
        appointmentDate: date,
        appointmentTime: time,
      };
    }),
  };
}

/**
 * The visits that she named are cancelled, whenever they are, and her account goes, at once and with every session
 * of hers. Refused while she, or somebody whom she alone looks after, is expected at any other.
 */
export async function deleteOwnAccount(deps: Deps, viewer: Viewer, cancel: readonly number[]): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const within = { ...deps, db: tx };
    // In the order of their ids, so that two at once wait for each other instead of blocking.
    for (const id of cancel.toSorted((a, b) => a - b))
      await changeAppointment(within, viewer, id, { status: 'cancelled' }, { afterCutoff: true });
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
