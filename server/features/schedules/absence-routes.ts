import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import * as api from '#shared/contract/schedules.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { previewAbsenceFor, removeAbsence, saveAbsence } from './absence-actions.ts';
import { listCurrentAbsences, presentAbsence } from './absence-queries.ts';

export function absenceRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listAbsences, async ({ viewer, query }) =>
    (await listCurrentAbsences(deps.db, viewer, dayClock(deps.now()), query.userId)).map(presentAbsence),
  );
  mount(app, deps, api.createAbsence, ({ viewer, body }) => saveAbsence(deps, viewer, body));
  mount(app, deps, api.previewAbsence, ({ viewer, body }) => previewAbsenceFor(deps, viewer, body));
  mount(app, deps, api.endAbsence, async ({ viewer, params }) => {
    await removeAbsence(deps, viewer, params.id);
    return null;
  });
}
