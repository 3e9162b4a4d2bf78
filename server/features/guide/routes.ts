import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import { throttle } from '#server/engine/http/rate-limit.ts';
import * as api from '#shared/contract/connections/guide.ts';
import { changeGuide, loadGuide, sendTestMessage } from './actions.ts';

/** A text costs money. */
const testMessageLimit = { name: 'trial', overall: { points: 5, seconds: 3600 } };

export function guideRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.getGuide, ({ viewer }) => loadGuide(deps, viewer));
  mount(app, deps, api.putGuide, async ({ viewer, body }) => {
    await changeGuide(deps, viewer, body);
    return null;
  });
  mount(app, deps, api.tryMessage, async ({ viewer, body, request }) => {
    await throttle(deps, request, testMessageLimit, String(viewer.id));
    await sendTestMessage(deps, viewer, body.channel);
    return null;
  });
}
