import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import { throttle } from '#server/engine/http/rate-limit.ts';
import * as api from '#shared/contract/desk/no-shows.ts';
import {
  excuseMissedAppointment,
  loadNoShows,
  saveMissedReason,
  undoNoShow,
  withdrawExcuse,
} from './actions.ts';

/** Limited, because each call notifies staff. */
const explanationLimit = { name: 'missed-words', overall: { points: 20, seconds: 3600 } };

export function noShowRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listNoShows, ({ viewer, query }) => loadNoShows(deps, viewer, query.patientId));
  mount(app, deps, api.withdrawNoShow, async ({ viewer, params }) => {
    await undoNoShow(deps, viewer, params.id);
    return null;
  });
  mount(app, deps, api.excuseNoShow, async ({ viewer, params, body }) => {
    await excuseMissedAppointment(deps, viewer, params.id, body.reason);
    return null;
  });
  mount(app, deps, api.countNoShow, async ({ viewer, params }) => {
    await withdrawExcuse(deps, viewer, params.id);
    return null;
  });
  mount(app, deps, api.sayWhyMissed, async ({ viewer, params, body, request }) => {
    await throttle(deps, request, explanationLimit, String(viewer.id));
    await saveMissedReason(deps, viewer, params.id, body.text);
    return null;
  });
}
