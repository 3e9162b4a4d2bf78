import type { Appointment } from '#shared/contract/appointments.ts';
import { dayEnd, minutesOf } from '#shared/domain/clinic-time.ts';

export interface AppointmentBar {
  readonly visit: Appointment;
  /** In percent of the lane, from its start. */
  readonly start: number;
  readonly length: number;
}
export interface BranchLane {
  readonly locationId: number;
  readonly bars: readonly AppointmentBar[];
}
export interface BranchLanes {
  /** Whole hours, in minutes since midnight. */
  readonly from: number;
  readonly to: number;
  readonly hours: readonly number[];
  readonly lanes: readonly BranchLane[];
}

const usualHours = { from: 15 * 60, to: 19 * 60 };
const hour = 60;

/**
 * One lane per branch, from 3 to 7 PM, extended to appointments outside these hours. Branches without
 * appointments have no lane.
 */
export function computeLanes(visits: readonly Appointment[], branches: readonly number[]): BranchLanes {
  const starts = visits.map((visit) => minutesOf(visit.appointmentTime));
  const ends = visits.map((visit, i) => (starts[i] ?? 0) + visit.durationMinutes);
  const from = Math.floor(Math.min(usualHours.from, ...starts) / hour) * hour;
  const to = Math.min(dayEnd, Math.ceil(Math.max(usualHours.to, ...ends) / hour) * hour);
  const percent = (minutes: number) => (minutes / (to - from)) * 100;
  const lanes = branches.flatMap((locationId) => {
    const bars = visits
      .filter((visit) => visit.locationId === locationId)
      .map((visit) => ({
        visit,
        start: percent(minutesOf(visit.appointmentTime) - from),
        length: percent(visit.durationMinutes),
      }));
    return bars.length > 0 ? [{ locationId, bars }] : [];
  });
  const step = to - from > 8 * hour ? 2 * hour : hour;
  const hours = Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step);
  return { from, to, hours, lanes };
}
