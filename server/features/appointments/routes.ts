import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { clientAddress } from '#server/engine/http/client-address.ts';
import { mount } from '#server/engine/http/mount.ts';
import { shownTo } from '#server/features/families/family-queries.ts';
import * as api from '#shared/contract/appointments.ts';
import { changeManyAppointments } from '#shared/contract/staff-appointments.ts';
import { createAppointment } from './actions.ts';
import { changeAppointment } from './change-actions.ts';
import { fileRoutes } from './file-routes.ts';
import { listRoutes } from './list-routes.ts';
import { idempotencyKey, settleAttempt } from './refusal-actions.ts';
import { counted, guardBooking, guardChange } from './request-guards.ts';
import { changeMany, removeAppointment } from './staff-actions.ts';

/**
 * Rate limit of bookings from one network and from one address in it, whatever the account: many fresh
 * accounts must not fill the week. Families and customers of a mobile operator share an address.
 */
const bookings = {
  name: 'bookings',
  network: { points: 40, seconds: 3600 },
  overall: { points: 20, seconds: 3600 },
};

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
