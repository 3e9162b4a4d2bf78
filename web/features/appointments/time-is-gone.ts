import type { ApiError } from '#web/api/client.ts';

const timeGoneCodes = new Set<ApiError['code']>([
  'slot_taken',
  'doctor_busy',
  'doctor_away',
  'in_the_past',
  'too_soon',
  'outside_hours',
  'off_grid',
]);

/** Errors that mean that the time is no longer available, for bookings and moves. */
export const isTimeGone = ({ code }: ApiError): boolean => timeGoneCodes.has(code);
