import { hasMoved } from '#server/features/appointments/record-actions.ts';
import type { AppointmentListener } from '#server/registries.ts';
import type { Appointment } from '#shared/contract/appointments.ts';
import { holdsSlot, isOpen } from '#shared/domain/visits/appointment-status.ts';
import { settleOffers } from './record-actions.ts';

/**
 * The offers of an appointment that its change answers; null: none. Another doctor answers only offers that
 * were made because the former doctor is not available.
 */
function findAnsweredOffers(before: Appointment, after: Appointment): 'all' | 'displaced' | null {
  if (hasMoved(before, after) || !isOpen(after.status)) return 'all';
  return before.doctorId === after.doctorId ? null : 'displaced';
}

/** Settles the offers that a new or changed appointment answers. */
export const offerListener: AppointmentListener = {
  afterOfferedBooking: (tx, { viewer, patientId, now }) => settleOffers(tx, viewer, [patientId], { now }),
  async afterChange(tx, { viewer, before, after, now }) {
    const answers = findAnsweredOffers(before, after);
    const moved = answers && { id: after.id, answers };
    const revived = holdsSlot(after.status) && !holdsSlot(before.status);
    if (moved || revived) await settleOffers(tx, viewer, [after.userId], { now, moved });
  },
  beforeRemoval: (tx, viewer, { id, userId }, now) =>
    settleOffers(tx, viewer, [userId], { now, moved: { id, answers: 'all' } }),
};
