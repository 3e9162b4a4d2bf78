import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { changeAppointment } from '#server/features/appointments/change-actions.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import {
  deletePersonUnlessExpected,
  deletionOptions,
  lockPeopleToDelete,
  personAndPatients,
} from '#server/features/users/delete-person-actions.ts';
import { findVisiblePerson } from '#server/features/users/queries.ts';
import type { DeletionTerms } from '#shared/contract/own/own-data.ts';
import { dayClock, splitLocal } from '#shared/domain/clinic-time.ts';
import { retentionEndYear } from '#shared/domain/retention-rules.ts';
import { Refusal } from '#shared/errors.ts';
import { findRetainedRecords, listUpcomingVisitsOf } from './queries.ts';

/** What the patient is told before she confirms. */
export async function deletionTerms(deps: Deps, { id }: Viewer): Promise<DeletionTerms> {
  const { recordYears } = await currentSettings(deps);
  const { visits, last } = await findRetainedRecords(deps.db, id, dayClock(deps.now()));
  const people = await personAndPatients(deps.db, id);
  const toCome = await listUpcomingVisitsOf(deps.db, people, dayClock(deps.now()));
  return {
    visits,
    until: retentionEndYear(last, recordYears),
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
 * Cancels the named appointments, whenever they are, and deletes the account with every session at once.
 * Rejected while she, or a patient whose only guardian she is, has any other upcoming appointment.
 */
export async function deleteOwnAccount(deps: Deps, viewer: Viewer, cancel: readonly number[]): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const within = { ...deps, db: tx };
    // In the order of ids, so that two concurrent requests wait for each other instead of deadlocking.
    for (const id of cancel.toSorted((a, b) => a - b))
      await changeAppointment(within, viewer, id, { status: 'cancelled' }, { afterCutoff: true });
    await lockPeopleToDelete(tx, viewer.id);
    const person = await findVisiblePerson(tx, viewer, viewer.id);
    if (!person) throw new Refusal('not_found');
    await deletePersonUnlessExpected(tx, person, deletionOptions(deps));
    await recordEvent(
      tx,
      { ...viewer, ip: null },
      { action: 'account_deleted', subject: 'users', subjectId: viewer.id, patientId: viewer.id },
    );
  });
}
