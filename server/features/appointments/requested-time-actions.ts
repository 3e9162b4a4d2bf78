import type { Deps } from '#server/deps.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { currentHours, type VersionedHours } from '#server/features/locations/hours-queries.ts';
import { findOpenLocation } from '#server/features/locations/queries.ts';
import { currentServices, findServiceByNameOrId } from '#server/features/services/queries.ts';
import { currentMarks } from '#server/features/settings/mark-queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { checkBranch } from '#server/features/users/branch-queries.ts';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { Location } from '#shared/contract/locations.ts';
import type { Service } from '#shared/contract/services.ts';
import type { ClinicSettings } from '#shared/domain/clinic-settings.ts';
import { dayClock, isLater, localDateTime, minutesOf } from '#shared/domain/clinic-time.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { type AppointmentStatus, isOpen, statusOfBooking } from '#shared/domain/visits/appointment-status.ts';
import { canPatientChange, checkBookingTime, checkStaffDate } from '#shared/domain/visits/booking-rules.ts';
import { findObstacles } from '#shared/domain/visits/obstacles.ts';
import { latestClosing } from '#shared/domain/visits/open-hours.ts';
import {
  hoursOfDay,
  isClosedDay,
  isSkipped,
  isStaffStart,
  listStarts,
  windowsOfDay,
} from '#shared/domain/visits/slots.ts';
import { Refusal } from '#shared/errors.ts';
import { isUnverifiedVisitor } from './booking-queries.ts';
import { needsConfirmingCall } from './no-show-queries.ts';

/** What a booking needs without a lock: the clinic's rules, and a branch with its hours. */
export interface BookingBranch {
  settings: ClinicSettings;
  location: Location;
  hours: VersionedHours;
}

/** Call before the transaction: reads from the cache, or on a connection of its own. */
export async function loadBookingBranch(deps: Deps, locationId: number): Promise<BookingBranch> {
  const settings = await currentSettings(deps);
  const location = await findOpenLocation(deps, locationId);
  const hours = location && (await currentHours(deps, locationId));
  if (!location || !hours)
    throw new Refusal('unknown_location', { fields: { locationId: 'error.unknownLocation' } });
  return { settings, location, hours };
}

export async function findBookableService(deps: Deps, asked: string | number): Promise<Service> {
  const service = findServiceByNameOrId(await currentServices(deps), asked);
  if (!service) throw new Refusal('unknown_service', { fields: { service: 'error.unknownService' } });
  return service;
}

/** Refuses a patient's booking while the clinic has closed online booking. */
export async function checkBookingOpen(deps: Deps): Promise<void> {
  const { bookingOpen } = await currentMarks(deps);
  if (!bookingOpen) throw new Refusal('booking_closed');
}

export interface RequestedTime {
  date: string;
  time: string;
  minutes: number;
  overbook: boolean;
}

/** Refuses an appointment that ends after the latest closing of any branch. */
export function checkEnd(start: number, minutes: number): void {
  if (start + minutes > latestClosing)
    throw new Refusal('outside_hours', { fields: { appointmentTime: 'validation.invalid' } });
}

/**
 * Refuses a start that the branch does not offer: to a patient outside the public times, to staff outside all
 * grids of the day.
 */
export function checkStart(
  deps: Deps,
  viewer: Viewer,
  { settings, hours, location }: BookingBranch,
  wanted: RequestedTime,
): void {
  const { date, time, minutes, overbook } = wanted;
  const clock = dayClock(deps.now());
  const staff = isStaff(viewer.role);
  checkBranch(viewer, location.id);
  const refused = staff ? checkStaffDate(date, clock) : checkBookingTime({ date, time, clock, settings });
  if (refused) throw new Refusal(refused, { params: { n: settings.daysAhead } });
  const start = minutesOf(time);
  if (!time.endsWith(':00'))
    throw new Refusal('off_grid', { fields: { appointmentTime: 'validation.invalid' } });
  const day = hoursOfDay(hours, date);
  if (isSkipped(day, start, minutes)) throw new Refusal('outside_hours');
  if (staff && overbook) return checkEnd(start, minutes);
  const rules = { consultationStart: settings.consultationStart, minutes };
  const offered = staff ? isStaffStart(start, day, rules) : listStarts('public', day, rules).includes(start);
  if (offered) return checkEnd(start, minutes);
  const windows = windowsOfDay(day, staff ? '00:00' : settings.consultationStart);
  const within =
    windows.some(({ from, to }) => from <= start && start + minutes <= to) ||
    (staff && listStarts('admin', day, rules).length > 0);
  throw new Refusal(within && !isClosedDay(day) ? 'off_grid' : 'outside_hours', {
    fields: { appointmentTime: 'validation.invalid' },
  });
}

/**
 * Refuses to reopen an upcoming appointment that cannot take place, because its patient would be told that it
 * is confirmed.
 */
export function checkReopening(
  deps: Deps,
  { hours }: BookingBranch,
  visit: Parameters<typeof findObstacles>[1],
): void {
  if (!isLater(visit.date, visit.time, dayClock(deps.now()))) return;
  const [obstacle] = findObstacles(hours, visit);
  if (obstacle) throw new Refusal(obstacle === 'closed' ? 'outside_hours' : 'doctor_away');
}

/** Checks a patient's own change: the appointment must be upcoming and before the cut-off. */
export function checkPatientMayChange(
  current: Appointment,
  { cutoffHours }: Pick<ClinicSettings, 'cutoffHours'>,
  now: Date,
): void {
  const { appointmentDate: date, appointmentTime: time } = current;
  if (!isOpen(current.status) || !isLater(date, time, dayClock(now))) throw new Refusal('not_movable');
  if (!canPatientChange({ start: localDateTime(date, time), now, cutoffHours }))
    throw new Refusal('past_cutoff', { params: { n: cutoffHours } });
}

/**
 * Status after a patient's move: pending, or confirmed if the branch confirms automatically and her number is
 * verified. An accepted offer is confirmed. A move may require a confirming call.
 */
export async function statusAfterMove(
  deps: Deps,
  viewer: Viewer,
  current: Appointment,
  locationId: number,
  { offered, byItself = false }: { offered?: 'kept' | 'another'; byItself?: boolean },
): Promise<{ status: AppointmentStatus; waitsForCall: boolean }> {
  const byClinic = offered !== undefined && !byItself;
  if (!byClinic && (await needsConfirmingCall(deps, current.userId)))
    return { status: statusOfBooking(viewer.role), waitsForCall: true };
  const confirms =
    offered === 'kept' ||
    ((await findOpenLocation(deps, locationId))?.autoConfirm &&
      !(await isUnverifiedVisitor(deps.db, current.userId)));
  return { status: confirms ? 'confirmed' : statusOfBooking(viewer.role), waitsForCall: false };
}
