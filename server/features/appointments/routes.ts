import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { clientAddress } from '#server/engine/http/client-address.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import { redactAppointmentFor } from '#server/features/families/family-queries.ts';
import * as api from '#shared/contract/appointments.ts';
import { changeManyAppointments } from '#shared/contract/staff-appointments.ts';
import { createAppointment } from './actions.ts';
import { changeAppointment } from './change-actions.ts';
import { fileRoutes } from './file-routes.ts';
import { listRoutes } from './list-routes.ts';
import { readIdempotencyKey, settleBookingAttempt } from './refusal-actions.ts';
import { guardBooking, guardChange, throttlePatientChanges } from './request-guards.ts';
import { changeManyStatuses, removeAppointment } from './staff-actions.ts';

/**
 * Rate limit of bookings from one network and from one address in it, whatever the account: many fresh
 * accounts must not fill the week. Families and customers of a mobile operator share an address.
 */
const bookingLimit = {
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
      const key = readIdempotencyKey(request);
      const book = async () => redactAppointmentFor(viewer, await createAppointment(deps, viewer, body, key));
      return throttlePatientChanges(deps, viewer, request, book, [
        { rule: bookingLimit, subject: clientAddress(request) },
      ]);
    },
    { guard: guardBooking },
  );
  mount(app, deps, api.settleAttempt, async ({ viewer, body }) => ({
    appointment: await settleBookingAttempt(deps, viewer, body.key).then(
      (made) => made && redactAppointmentFor(viewer, made),
    ),
  }));
  mount(
    app,
    deps,
    api.changeAppointment,
    ({ viewer, params, body, request }) =>
      throttlePatientChanges(deps, viewer, request, async () =>
        redactAppointmentFor(viewer, await changeAppointment(deps, viewer, params.id, body)),
      ),
    { guard: guardChange },
  );
  mount(app, deps, api.deleteAppointment, async ({ viewer, params }) => {
    await removeAppointment(deps, viewer, params.id);
    return null;
  });
  mount(
    app,
    deps,
    changeManyAppointments,
    ({ viewer, body, lang }) => changeManyStatuses(deps, viewer, body, lang),
    {
      guard: guardChange,
    },
  );
}
