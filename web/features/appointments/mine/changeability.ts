import type { Appointment } from '#shared/contract/appointments.ts';
import { dayClock, localDateTime } from '#shared/domain/clinic-time.ts';
import { isOpen, isUpcoming } from '#shared/domain/visits/appointment-status.ts';
import { canPatientChange } from '#shared/domain/visits/booking-rules.ts';

export const isOpenAndUpcoming = (visit: Appointment, clock: ReturnType<typeof dayClock>): boolean =>
  isOpen(visit.status) && isUpcoming(visit, clock);

/**
 * Whether a patient can change an appointment online now, has to call because it is too close, or can do nothing
 * because it is over.
 */
export function getChangeability(
  visit: Appointment,
  cutoffHours: number,
  now: Date,
): 'open' | 'too-late' | 'over' {
  if (!isOpenAndUpcoming(visit, dayClock(now))) return 'over';
  return canPatientChange({
    start: localDateTime(visit.appointmentDate, visit.appointmentTime),
    now,
    cutoffHours,
  })
    ? 'open'
    : 'too-late';
}
