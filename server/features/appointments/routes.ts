import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { clientAddress } from '#server/engine/http/client-address.ts';
import { mount } from '#server/engine/http/mount.ts';
import { type Counted, type ThrottleRule, throttle } from '#server/engine/http/rate-limit.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { actsFor, shownTo } from '#server/features/families/family-queries.ts';
import * as api from '#shared/contract/appointments.ts';
import { changeManyAppointments } from '#shared/contract/staff-appointments.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { allStatuses, maySet, statusOfBooking } from '#shared/domain/visits/appointment-status.ts';
import { Refusal } from '#shared/errors.ts';
import { createAppointment } from './actions.ts';
import { changeAppointment } from './change-actions.ts';
import { fileRoutes } from './file-routes.ts';
import { listRoutes } from './list-routes.ts';
import { idempotencyKey, settleAttempt } from './refusal-actions.ts';
import { changeMany, removeAppointment } from './staff-actions.ts';

/**
 * A patient books for herself, or for whom she looks after, and leaves the status to the clinic; staff
 * confirm as they book.
 */
function guardBooking(viewer: Viewer, body: Record<string, unknown>): void {
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
 * Bookings of one network and of one address in it (a device, a household), whoever signed in there: many
 * fresh accounts do not hold the week. Families and a mobile operator's customers share an address.
 */
const bookings = {
  name: 'bookings',
  network: { points: 40, seconds: 3600 },
  overall: { points: 20, seconds: 3600 },
};

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

export function appointmentRoutes(app: FastifyInstance, deps: Deps): void {
  listRoutes(app, deps);
  fileRoutes(app, deps);
  mount(
    app,
    deps,
    api.createAppointment,
    ({ viewer, body, request }) => {
      const key = idempotencyKey(request.headers['idempotency-key']);
      const book = async () => shownTo(viewer, await createAppointment(deps, viewer, body, key));
      return counted(deps, viewer, request, book, [{ rule: bookings, subject: clientAddress(request) }]);
    },
    { guard: guardBooking },
  );
  mount(app, deps, api.settleAttempt, async ({ viewer, body }) => ({
    appointment: await settleAttempt(deps, viewer, body.key).then((made) => made && shownTo(viewer, made)),
  }));
  mount(
    app,
    deps,
    api.changeAppointment,
    ({ viewer, params, body, request }) =>
      counted(deps, viewer, request, async () =>
        shownTo(viewer, await changeAppointment(deps, viewer, params.id, body)),
      ),
    { guard: guardChange },
  );
  mount(app, deps, api.deleteAppointment, async ({ viewer, params }) => {
    await removeAppointment(deps, viewer, params.id);
    return null;
  });
  mount(app, deps, changeManyAppointments, ({ viewer, body, lang }) => changeMany(deps, viewer, body, lang), {
    guard: guardChange,
  });
}
