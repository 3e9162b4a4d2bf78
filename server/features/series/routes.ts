import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import { readIdempotencyKey } from '#server/features/appointments/refusal-actions.ts';
import { guardChange, throttlePatientChanges } from '#server/features/appointments/request-guards.ts';
import { redactAppointmentFor } from '#server/features/families/family-queries.ts';
import { bookFollowUps, changeFollowing, planFollowUps } from '#shared/contract/staff-appointments.ts';
import { bookFollowUpsAfter, changeRestOfSeries } from './actions.ts';
import { planFollowUpsAfter } from './plan-queries.ts';

export function seriesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, planFollowUps, ({ viewer, params, query }) =>
    planFollowUpsAfter(deps, viewer, params.id, query),
  );
  mount(app, deps, bookFollowUps, ({ viewer, params, body, request, lang }) => {
    const key = readIdempotencyKey(request);
    return bookFollowUpsAfter(deps, viewer, params.id, body, { key, lang });
  });
  mount(
    app,
    deps,
    changeFollowing,
    ({ viewer, params, body, lang, request }) =>
      throttlePatientChanges(deps, viewer, request, async () => {
        const changed = await changeRestOfSeries(deps, viewer, params.id, body, lang);
        return changed.map((visit) => redactAppointmentFor(viewer, visit));
      }),
    { guard: guardChange },
  );
}
