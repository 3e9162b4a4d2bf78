import type { FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { type Counted, type ThrottleRule, throttle } from '#server/engine/http/rate-limit.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { actsFor } from '#server/features/families/family-queries.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { allStatuses, maySet, statusOfBooking } from '#shared/domain/visits/appointment-status.ts';
import { Refusal } from '#shared/errors.ts';

/**
 * A patient books for herself, or for whom she looks after, and leaves the status to the clinic; staff
 * confirm as they book.
 */
export function guardBooking(viewer: Viewer, body: Record<string, unknown>): void {
  const staff = isStaff(viewer.role);
  const { userId, status, overbook, room } = body;
  const foreign = typeof userId === 'number' || (typeof userId === 'string' && /^\d+$/.test(userId));
  if (!staff && foreign && !actsFor(viewer, Number(userId))) throw new Refusal('foreign_user');
  if (status !== statusOfBooking(viewer.role) && allStatuses.some((name) => name === status))
    throw new Refusal('status_not_yours');
  if (!staff && (overbook === true || room !== undefined)) throw new Refusal('forbidden');
}

/** What a patient may not touch is forbidden before anything else is looked at. */
export function guardChange(viewer: Viewer, body: Record<string, unknown>): void {
  const known = allStatuses.find((name) => name === body.status);
  if (known && !maySet(viewer.role, known)) throw new Refusal('status_not_yours');
  if (isStaff(viewer.role)) return;
  const asks = (...fields: string[]) => fields.some((field) => body[field] !== undefined);
  const moves = asks('appointmentDate', 'appointmentTime', 'locationId');
  if (asks('notes', 'appendNote', 'reason', 'service', 'overbook', 'room')) throw new Refusal('forbidden');
  if (asks('doctorId', 'doctorWish') && !moves) throw new Refusal('forbidden');
  if (moves && body.status !== undefined) throw new Refusal('malformed');
}

const ownChanges = { name: 'own-visits', overall: { points: 20, seconds: 3600 } };

/**
 * A patient books and changes so often an hour: each time tells people of it. What is refused tells nobody
 * and does not count.
 */
export async function counted<T>(
  deps: Deps,
  viewer: Viewer,
  request: FastifyRequest,
  act: () => Promise<T>,
  alsoBy: readonly { rule: ThrottleRule; subject: string }[] = [],
): Promise<T> {
  if (isStaff(viewer.role)) return act();
  const taken: Counted[] = [];
  try {
    for (const { rule, subject } of [{ rule: ownChanges, subject: String(viewer.id) }, ...alsoBy])
      taken.push(await throttle(deps, request, rule, subject));
    return await act();
  } catch (error) {
    for (const { forgive } of taken) await forgive();
    throw error;
  }
}
