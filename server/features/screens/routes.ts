import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { afterReplies } from '#server/engine/http/after-replies.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import { visitorActor } from '#server/engine/http/session.ts';
import { checkBranch } from '#server/features/users/branch-queries.ts';
import * as api from '#shared/contract/screens.ts';
import { loadScreenState, makeScreen, revokeScreen } from './actions.ts';
import { checkInByPoster, describePoster } from './poster-actions.ts';
import { listScreensOfBranch } from './queries.ts';

/** A waiting room shares one network. */
const posterGuessLimit = { name: 'posters', network: { points: 120, seconds: 600 } };

export function screenRoutes(app: FastifyInstance, deps: Deps): void {
  const after = afterReplies(app);
  mount(app, deps, api.listScreens, ({ viewer, query }) => {
    checkBranch(viewer, query.locationId);
    return listScreensOfBranch(deps.db, viewer, query.locationId);
  });
  mount(app, deps, api.makeScreen, ({ viewer, body }) => makeScreen(deps, viewer, body));
  mount(app, deps, api.revokeScreen, async ({ viewer, params }) => {
    await revokeScreen(deps, viewer, params.id);
    return null;
  });
  mount(app, deps, api.readPoster, ({ viewer, params }) => describePoster(deps, viewer, params.token), {
    throttle: posterGuessLimit,
  });
  mount(
    app,
    deps,
    api.checkInByPoster,
    async ({ viewer, params, body, request, reply }) => {
      const said = { token: params.token, phone: body.phone };
      const { day, afterwards } = await checkInByPoster(deps, viewer, visitorActor(request), said);
      if (afterwards) after(reply, afterwards);
      return { day };
    },
    { throttle: posterGuessLimit },
  );
  mount(app, deps, api.readScreen, ({ params }) => loadScreenState(deps, params.token));
}
