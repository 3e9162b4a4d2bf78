import type { Appointment } from '#shared/contract/appointments.ts';
import { dayClock, localDateTime } from '#shared/domain/clinic-time.ts';
import { isOpen, isUpcoming } from '#shared/domain/visits/appointment-status.ts';
import { mayChange } from '#shared/domain/visits/booking-rules.ts';

export const isAhead = (visit: Appointment, clock: ReturnType<typeof dayClock>): boolean =>
  isOpen(visit.status) && isUpcoming(visit, clock);

/**
 * What a patient can do with an appointment now: change it, call because it is too close, or nothing because
 * it is over.
 */
export function changeability(
  visit: Appointment,
  cutoffHours: number,
  now: Date,
): 'open' | 'too-late' | 'over' {
  if (!isAhead(visit, dayClock(now))) return 'over';
  return mayChange({ start: localDateTime(visit.appointmentDate, visit.appointmentTime), now, cutoffHours })
    ? 'open'
    : 'too-late';
}
