import type { ApiError } from '#web/api/client.ts';

const codes = new Set<ApiError['code']>([
  'slot_taken',
  'doctor_busy',
  'doctor_away',
  'in_the_past',
  'too_soon',
  'outside_hours',
  'off_grid',
]);

/** The refusal means: this time can no longer be had, whoever books or moves. */
export const isTimeGone = ({ code }: ApiError): boolean => codes.has(code);
