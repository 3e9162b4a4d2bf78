import type { AppointmentListener } from '#server/registries.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { isMissed, isTooEarly } from '#shared/domain/visits/appointment-status.ts';
import { isAtBranch } from '#shared/domain/visits/visit-stage.ts';
import { Refusal } from '#shared/errors.ts';
import { findDayAppointment } from './queries.ts';

/**
 * Rejects "attended" before the start unless the patient has checked in, and marking her as missed in a list
 * while she is waiting or with the doctor. The stage does not change the appointment's version, so it is read
 * under the patient's lock.
 */
const checkAttendanceStatus: AppointmentListener['beforeStatus'] = async (tx, viewer, next) => {
  const mayMiss = next.ofList && isMissed(next.status);
  const isEarly = isTooEarly(next.status, next, dayClock(next.now), false);
  if (!mayMiss && !isEarly) return;
  const { card } = (await findDayAppointment(tx, viewer, next.id, next.prefix)) ?? {};
  const here = card ? isAtBranch(card.stage) : false;
  if (mayMiss && here) throw new Refusal('stage_changed');
  if (isEarly && !here) throw new Refusal('visit_to_come');
};

export const arrivalListener: AppointmentListener = { beforeStatus: checkAttendanceStatus };
