import type { FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { type CountedTry, type ThrottleRule, throttle } from '#server/engine/http/rate-limit.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { canActFor } from '#server/features/families/family-queries.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { allStatuses, canRoleSet, statusOfBooking } from '#shared/domain/visits/appointment-status.ts';
import { Refusal } from '#shared/errors.ts';

/**
 * A patient books for herself or a person she is guardian of and sets no status; bookings by staff are
 * confirmed.
 */
export function guardBooking(viewer: Viewer, body: Record<string, unknown>): void {
  const staff = isStaff(viewer.role);
  const { userId, status, overbook, room } = body;
  const foreign = typeof userId === 'number' || (typeof userId === 'string' && /^\d+$/.test(userId));
  if (!staff && foreign && !canActFor(viewer, Number(userId))) throw new Refusal('foreign_user');
  if (status !== statusOfBooking(viewer.role) && allStatuses.some((name) => name === status))
    throw new Refusal('status_not_yours');
  if (!staff && (overbook === true || room !== undefined)) throw new Refusal('forbidden');
}

/** Rejects fields that a patient may not set before validating the rest. */
export function guardChange(viewer: Viewer, body: Record<string, unknown>): void {
  const known = allStatuses.find((name) => name === body.status);
  if (known && !canRoleSet(viewer.role, known)) throw new Refusal('status_not_yours');
  if (isStaff(viewer.role)) return;
  const asks = (...fields: string[]) => fields.some((field) => body[field] !== undefined);
  const moves = asks('appointmentDate', 'appointmentTime', 'locationId');
  if (asks('notes', 'appendNote', 'reason', 'service', 'overbook', 'room')) throw new Refusal('forbidden');
  if (asks('doctorId', 'doctorWish') && !moves) throw new Refusal('forbidden');
  if (moves && body.status !== undefined) throw new Refusal('malformed');
}

const patientChangeLimit = { name: 'own-visits', overall: { points: 20, seconds: 3600 } };

/**
 * Rate limit of a patient's bookings and changes, because each sends messages. Rejected requests do not
 * count.
 */
export async function throttlePatientChanges<T>(
  deps: Deps,
  viewer: Viewer,
  request: FastifyRequest,
  act: () => Promise<T>,
  alsoBy: readonly { rule: ThrottleRule; subject: string }[] = [],
): Promise<T> {
  if (isStaff(viewer.role)) return act();
  const taken: CountedTry[] = [];
  try {
    for (const { rule, subject } of [{ rule: patientChangeLimit, subject: String(viewer.id) }, ...alsoBy])
      taken.push(await throttle(deps, request, rule, subject));
    return await act();
  } catch (error) {
    for (const { forgive } of taken) await forgive();
    throw error;
  }
}
