import type { AppointmentListener } from '#server/registries.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { isCancelledStatus, isMissed, isOpen, isTooEarly } from '#shared/domain/visits/appointment-status.ts';
import { isAtBranch } from '#shared/domain/visits/visit-stage.ts';
import { Refusal } from '#shared/errors.ts';
import { findDayAppointment, forgetDeparture } from './queries.ts';

/**
 * Rejects "attended" before the start unless the patient has checked in, and marking her as missed in a list
 * while she is waiting or with the doctor. The stage does not change the appointment's version, so it is read
 * under the patient's lock.
 */
const checkAttendanceStatus: AppointmentListener['beforeChange'] = async (
  tx,
  viewer,
  { id, status },
  next,
) => {
  if (next.status === status) return;
  const mayMiss = next.ofList && isMissed(next.status);
  const isEarly = isTooEarly(next.status, next, dayClock(next.now), false);
  if (!mayMiss && !isEarly) return;
  const { card } = (await findDayAppointment(tx, viewer, id, next.prefix)) ?? {};
  const here = card ? isAtBranch(card.stage) : false;
  if (mayMiss && here) throw new Refusal('checked_in', { current: card });
  if (isEarly && !here) throw new Refusal('visit_to_come');
};

/** Rejects a change that takes a patient off the board of today although she has checked in. */
const checkCheckIn: AppointmentListener['beforeChange'] = async (tx, viewer, current, next) => {
  const byStaff = isStaff(viewer.role);
  const leavesBoard =
    isCancelledStatus(next.status) ||
    next.appointmentDate !== current.appointmentDate ||
    next.locationId !== current.locationId;
  if (!next.beforeCheckIn || (byStaff && !leavesBoard)) return;
  if (current.appointmentDate !== dayClock(next.now).date) return;
  const { card } = (await findDayAppointment(tx, viewer, current.id, next.prefix)) ?? {};
  if (!card) return;
  if (byStaff && isAtBranch(card.stage)) throw new Refusal('checked_in', { current: card });
  if (!byStaff && (card.hereAt !== null || card.stage !== 'expected')) throw new Refusal('not_movable');
};

export const arrivalListener: AppointmentListener = {
  async beforeChange(...change) {
    await checkAttendanceStatus(...change);
    await checkCheckIn(...change);
  },
  /** A patient who left and is reopened is expected again, not waiting since the morning. */
  async afterChange(tx, { before, after }) {
    if (!isOpen(before.status) && isOpen(after.status)) await forgetDeparture(tx, after.id);
  },
};
