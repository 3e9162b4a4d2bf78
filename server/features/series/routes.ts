import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount.ts';
import { idempotencyKey } from '#server/features/appointments/refusal-actions.ts';
import { counted, guardChange } from '#server/features/appointments/request-guards.ts';
import { shownTo } from '#server/features/families/family-queries.ts';
import { bookFollowUps, changeFollowing, planFollowUps } from '#shared/contract/staff-appointments.ts';
import { bookAfter, changeFrom } from './actions.ts';
import { planAfter } from './plan-queries.ts';

export function seriesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, planFollowUps, ({ viewer, params, query }) => planAfter(deps, viewer, params.id, query));
  mount(app, deps, bookFollowUps, ({ viewer, params, body, request, lang }) => {
    const key = idempotencyKey(request.headers['idempotency-key']);
    return bookAfter(deps, viewer, params.id, body, { key, lang });
  });
  mount(
    app,
    deps,
    changeFollowing,
    ({ viewer, params, body, lang, request }) =>
      counted(deps, viewer, request, async () => {
        const changed = await changeFrom(deps, viewer, params.id, body, lang);
        return changed.map((visit) => shownTo(viewer, visit));
      }),
    { guard: guardChange },
  );
}
