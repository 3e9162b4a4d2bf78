import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { locationWithId } from '#server/features/locations/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { AppointmentStatus } from '#shared/domain/visits/appointment-status.ts';
import { errors, Refusal } from '#shared/errors.ts';
import type { Lang } from '#shared/messages/catalogue.ts';
import { say } from '#shared/messages/dictionaries.ts';
import { deleteAppointment, lockPatientOf } from './booking-queries.ts';
import { changeAppointment } from './change-actions.ts';
import { appointmentOf, appointmentWithId } from './queries.ts';
import { recordVisit } from './record-actions.ts';

/** Takes a visit off every list; its image stays in the history. A patient who was to come is told. */
export async function removeAppointment(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  const { prefix } = await currentSettings(deps);
  const seen = await appointmentWithId(deps.db, viewer, id);
  const place = seen && (await locationWithId(deps, seen.locationId));
  await inTransaction(deps.db, async (tx) => {
    const patient = await lockPatientOf(tx, id);
    const row = patient && (await appointmentWithId(tx, viewer, id));
    if (!patient || !row) throw new Refusal('not_found');
    const before = appointmentOf(row, prefix);
    await deleteAppointment(tx, id);
    await recordVisit(tx, deps, viewer, { patient, place, before, after: null });
  });
}

/** One status for several visits: each stands or falls by itself, and one that cannot be changed says why. */
export async function changeMany(
  deps: Deps,
  viewer: Viewer,
  ids: readonly number[],
  status: AppointmentStatus,
  lang: Lang,
) {
  const results: { id: number; ok: boolean; message?: string }[] = [];
  for (const id of new Set(ids)) {
    try {
      await changeAppointment(deps, viewer, id, { status });
      results.push({ id, ok: true });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      results.push({ id, ok: false, message: say(lang, errors[error.code].message, error.params) });
    }
  }
  return results;
}
