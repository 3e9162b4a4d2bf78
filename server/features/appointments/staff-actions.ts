import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { constraintOf, inTransaction } from '#server/engine/db/transaction.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { findOpenLocation } from '#server/features/locations/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { Body, Reply } from '#shared/contract/endpoint.ts';
import type { changeManyAppointments } from '#shared/contract/staff-appointments.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { errors, Refusal } from '#shared/errors.ts';
import { say } from '#shared/messages/dictionaries.ts';
import { lockPatientByAppointment } from './booking-queries.ts';
import { changeAppointment } from './change-actions.ts';
import { deleteAppointment } from './placement-queries.ts';
import { findAppointment, presentAppointment } from './queries.ts';
import { recordAppointmentChange } from './record-actions.ts';

const notesForeignKey = 'clinical_notes_appointment_id_fkey';

/**
 * Deletes an appointment; the history keeps its data. A patient with an upcoming appointment is notified. An
 * appointment with a signed clinical note cannot be deleted.
 */
export async function removeAppointment(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  const settings = await currentSettings(deps);
  const seen = await findAppointment(deps.db, viewer, id);
  const place = seen && (await findOpenLocation(deps, seen.locationId));
  await inTransaction(deps.db, async (tx) => {
    const patient = await lockPatientByAppointment(tx, id, seen?.locationId ?? null);
    const row = patient && (await findAppointment(tx, viewer, id));
    if (!patient || !row) throw new Refusal('not_found');
    const before = presentAppointment(row, settings.prefix);
    for (const { beforeRemoval } of deps.registries.appointmentListeners)
      await beforeRemoval?.(tx, viewer, before, deps.now());
    await deleteAppointment(tx, id).catch((error: unknown) => {
      throw constraintOf(error) === notesForeignKey ? new Refusal('visit_has_notes') : error;
    });
    await recordAppointmentChange(tx, deps, viewer, { patient, place, before, after: null, settings });
  });
}

/**
 * Appointments per transaction. Two hundred separate transactions would be slow; one long one would block
 * others.
 */
const appointmentsPerTransaction = 50;

type ChangeResult = Reply<typeof changeManyAppointments>[number];

/** The current version, if the appointment is still as the caller saw it. */
async function findVersionIfUnchanged(
  deps: Deps,
  viewer: Viewer,
  id: number,
  seenAs: string,
): Promise<number> {
  const row = await findAppointment(deps.db, viewer, id);
  if (!row) throw new Refusal('not_found');
  if (row.status !== seenAs) throw new Refusal('stale');
  return row.version;
}

/**
 * Sets one status on several appointments. Each succeeds or fails alone; a failed one reports its reason. The
 * given reason is added to the notes of each.
 */
export async function changeManyStatuses(
  deps: Deps,
  viewer: Viewer,
  {
    ids,
    status,
    from: seenAs,
    versions = [],
    reason: appendNote,
    quiet,
  }: Body<typeof changeManyAppointments>,
  lang: Lang,
): Promise<ChangeResult[]> {
  if (quiet && status !== 'cancelled') throw new Refusal('malformed');
  const seen = new Map(versions.map(({ id, version }) => [id, version]));
  const change = async (tx: Db, id: number): Promise<ChangeResult> => {
    try {
      // A savepoint: a rejected appointment is rolled back, the others stay.
      const { notified } = await tx.transaction(async (step) => {
        const inStep = { ...deps, db: step as Db };
        const version =
          seen.get(id) ?? (seenAs && (await findVersionIfUnchanged(inStep, viewer, id, seenAs)));
        const change = { status, appendNote, version };
        return changeAppointment(inStep, viewer, id, change, { quiet, ofList: true });
      });
      return { id, ok: true, ...(notified ? { notified } : {}) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { id, ok: false, message: say(lang, errors[error.code].message, error.params) };
    }
  };
  const results: ChangeResult[] = [];
  // In the order of ids, so that two concurrent calls wait for each other instead of deadlocking.
  const all = [...new Set(ids)].sort((a, b) => a - b);
  for (let from = 0; from < all.length; from += appointmentsPerTransaction) {
    const some = all.slice(from, from + appointmentsPerTransaction);
    const changed = await inTransaction(deps.db, async (tx) => {
      const answers: ChangeResult[] = [];
      for (const id of some) answers.push(await change(tx, id));
      return answers;
    });
    results.push(...changed);
  }
  return results;
}
