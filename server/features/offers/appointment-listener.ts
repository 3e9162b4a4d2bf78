import { movedFrom } from '#server/features/appointments/record-actions.ts';
import type { AppointmentListener } from '#server/registries.ts';
import type { Appointment } from '#shared/contract/appointments.ts';
import { isOpen } from '#shared/domain/visits/appointment-status.ts';
import { settleOffers } from './record-actions.ts';

/** Which offers of an appointment its change has answered; null: none. */
function settles(before: Appointment, after: Appointment): 'all' | 'displaced' | null {
  if (movedFrom(before, after) || !isOpen(after.status)) return 'all';
  return before.doctorId === after.doctorId ? null : 'displaced';
}

/** Settles the offers that a change of an appointment has answered. */
export const offerListener: AppointmentListener = {
  async afterChange(tx, { viewer, before, after, now }) {
    const only = settles(before, after);
    if (only) await settleOffers(tx, viewer, after.id, { now, only });
  },
  beforeRemoval: (tx, viewer, id, now) => settleOffers(tx, viewer, id, { now, only: 'all' }),
};
