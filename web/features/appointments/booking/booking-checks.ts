import { isRealDate } from '#shared/domain/clinic-time.ts';
import { type Role, roles } from '#shared/domain/people/roles.ts';
import type { MessageKey } from '#web/i18n.ts';

interface BookingAttempt {
  user: { id: unknown; role: Role } | null;
  locationId: unknown;
  serviceId: number | null;
  date: string | null;
  time: string | null;
}

const isId = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value) && value > 0;

/**
 * The first reason why a booking cannot be sent, in the order in which reasons are shown; null if there is
 * none.
 */
export function checkBooking({ user, locationId, serviceId, date, time }: BookingAttempt): MessageKey | null {
  if (!user) return 'validation.loginToBook';
  if (!roles[user.role].books) return 'validation.patientsOnly';
  if (locationId === null || !serviceId || !date || !time) return 'validation.selectAllRequired';
  if (!isId(user.id)) return 'validation.userId';
  if (!isId(locationId)) return 'validation.locationId';
  if (!isRealDate(date)) return 'validation.date';
  return /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time) ? null : 'validation.time';
}
