import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { type NewEvent, recordEvent, recordEvents } from '#server/engine/events/queries.ts';
import { removeFileNotes } from '#server/features/patients/file-note-queries.ts';
import { deleteImportedPatients, deletionOptions } from '#server/features/users/delete-person-actions.ts';
import { splitLocal } from '#shared/domain/clinic-time.ts';
import { readAndLockPeople } from './next-rows-actions.ts';
import { type ImportRecord, lockImport, updateImport } from './queries.ts';
import { clearUndoneRows, resetVerdicts } from './row-queries.ts';
import { importActor } from './run-actions.ts';
import {
  type DeletedAppointment,
  deleteAppointments,
  findPeopleOfRows,
  findRowsToKeep,
  listLastImportedRows,
  saveOutcomes,
} from './run-queries.ts';

const rowsPerUndo = 250;

const deletedAppointmentEvent = (
  importId: number,
  { id, patientId, locationId, localStart, doctorId }: DeletedAppointment,
): NewEvent => {
  const { date, time } = splitLocal(localStart);
  return {
    action: 'deleted',
    subject: 'appointments',
    subjectId: id,
    patientId,
    locationId,
    before: { import: importId, locationId, appointmentDate: date, appointmentTime: time, doctorId },
  };
};

/**
 * Undoes the last imported rows, newest first; a row that other records depend on stays. A stopped import is
 * checked again and can be started again, unless the server gave it up. The rows of an undone import are
 * cleared.
 */
export async function undoNextRows(deps: Deps, { id }: ImportRecord): Promise<void> {
  await inTransaction(
    deps.db,
    async (tx) => {
      const work = await lockImport(tx, id);
      if (work?.state !== 'undoing' && work?.state !== 'stopping') return;
      const rows = await listLastImportedRows(tx, id, rowsPerUndo);
      if (rows.length === 0) {
        const undone = work.state === 'undoing' || work.refusal !== null;
        const ended = { progress: 0, finishedAt: deps.now(), bytes: null };
        if (undone) {
          await clearUndoneRows(tx, id);
          await updateImport(tx, id, { state: 'undone', ...ended });
        } else {
          await resetVerdicts(tx, id);
          await updateImport(tx, id, { state: 'checking', progress: 0 });
        }
        await recordEvent(tx, importActor(work), {
          action: undone ? 'import_undone' : 'import_stopped',
          subject: 'imports',
          subjectId: id,
        });
        return;
      }
      const ns = rows.map(({ n }) => n);
      await readAndLockPeople(
        tx,
        () => findPeopleOfRows(tx, id, ns),
        (people) => people,
      );
      const kept = await findRowsToKeep(tx, id, ns);
      const going = rows.filter(({ n }) => !kept.has(n));
      const visits = await deleteAppointments(
        tx,
        going.flatMap(({ appointmentId }) => appointmentId ?? []),
      );
      // A patient may have several of these rows, and one of them may stay.
      const staying = new Set(rows.filter(({ n }) => kept.has(n)).map(({ patientId }) => patientId));
      const people = going.flatMap(({ madePatient, patientId }) =>
        madePatient && patientId !== null && !staying.has(patientId) ? patientId : [],
      );
      if (people.length > 0) await deleteImportedPatients(tx, people, deletionOptions(deps));
      await removeFileNotes(
        tx,
        going.flatMap(({ meant, patientId, madePatient }) => {
          const note = madePatient ? undefined : meant?.addedNote;
          return patientId === null || !note ? [] : [{ patientId, note }];
        }),
      );
      await recordEvents(tx, importActor(work), [
        ...visits.map((visit) => deletedAppointmentEvent(id, visit)),
        ...people.map(
          (patientId): NewEvent => ({
            action: 'user_erased',
            subject: 'users',
            subjectId: patientId,
            patientId,
            before: { role: 'patient', import: id },
          }),
        ),
      ]);
      const taken = { outcome: null, patientId: null, madePatient: false, appointmentId: null };
      await saveOutcomes(tx, id, [
        ...going.map(({ n, madePatient, patientId }) =>
          madePatient && staying.has(patientId)
            ? {
                n,
                outcome: 'kept' as const,
                patientId,
                madePatient,
                appointmentId: null,
                why: { code: 'stays' as const },
              }
            : { n, ...taken },
        ),
        ...rows
          .filter(({ n }) => kept.has(n))
          .map(({ n, patientId, madePatient, appointmentId }) => ({
            n,
            outcome: 'kept' as const,
            patientId,
            madePatient,
            appointmentId,
            why: { code: 'stays' as const },
          })),
      ]);
      await updateImport(tx, id, { progressBy: -rows.length });
    },
    { withoutTimeouts: true },
  );
}
