import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { localNow } from '#server/engine/db/day-queries.ts';
import { countLimit, decodeCursor, maxRows, sendPage } from '#server/engine/http/list-pages.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import { findAppointmentsByIds } from '#server/features/appointments/queries.ts';
import * as api from '#shared/contract/disruptions.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import {
  actOnDisruption,
  findOfferableAppointments,
  loadDisruption,
  loadDisruptionPage,
  offerChosenTimes,
} from './actions.ts';
import { proposeTimes } from './proposal-queries.ts';
import { findStillDisplaced } from './state-queries.ts';

export function disruptionRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listDisruptions, async ({ viewer, query, request, reply }) => {
    const { limit = maxRows, cursor, which } = query;
    const read = { limit: limit + 1, countTo: countLimit };
    const [before = null] = decodeCursor(cursor, ['int4']) ?? [];
    const { heads, total } = await loadDisruptionPage(deps, viewer, { which, before, ...read });
    return sendPage(reply, request, heads, { limit, total, cursorOf: ({ id }) => [id] });
  });
  mount(app, deps, api.listStandingDisplaced, async ({ viewer }) => {
    const after = localNow(dayClock(deps.now()));
    const ids = await findStillDisplaced(deps, { after, until: 'infinity' });
    return (await findAppointmentsByIds(deps.db, viewer, ids)).map(({ id }) => id);
  });
  mount(app, deps, api.getDisruption, ({ viewer, params }) => loadDisruption(deps, viewer, params.id));
  mount(app, deps, api.proposeAgain, async ({ viewer, params }) => {
    const rows = await findAppointmentsByIds(
      deps.db,
      viewer,
      await findOfferableAppointments(deps, viewer, params.id),
    );
    return { count: rows.length, visits: await proposeTimes(deps, viewer, rows) };
  });
  mount(app, deps, api.offerDisplaced, ({ viewer, body }) => offerChosenTimes(deps, viewer, body.visits));
  mount(app, deps, api.actOnDisplaced, ({ viewer, params, body }) =>
    actOnDisruption(deps, viewer, params.id, body),
  );
}
