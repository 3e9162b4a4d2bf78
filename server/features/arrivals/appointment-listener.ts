import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import type { AppointmentListener } from '#server/registries.ts';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { ClinicSettings } from '#shared/domain/clinic-settings.ts';
import { type AppointmentStatus, isMissed } from '#shared/domain/visits/appointment-status.ts';
import { isHere } from '#shared/domain/visits/visit-stage.ts';
import { Refusal } from '#shared/errors.ts';
import { dayVisitWithId } from './queries.ts';

/**
 * Rejects marking a patient as missed who is waiting or with the doctor. The stage does not change the
 * appointment's version, so it is read under the patient's lock.
 */
async function checkNotHere(
  tx: Db,
  viewer: Viewer,
  { id }: Appointment,
  { status, prefix }: { status: AppointmentStatus } & Pick<ClinicSettings, 'prefix'>,
): Promise<void> {
  if (!isMissed(status)) return;
  const { card } = (await dayVisitWithId(tx, viewer, id, prefix)) ?? {};
  if (card && isHere(card.stage)) throw new Refusal('stage_changed');
}

export const arrivalListener: AppointmentListener = { beforeListedChange: checkNotHere };
