import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount.ts';
import * as api from '#shared/contract/schedules.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { enterAbsence, previewOfAbsence, removeAbsence } from './absence-actions.ts';
import { absenceOf, absencesFrom } from './absence-queries.ts';

export function absenceRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listAbsences, async ({ viewer, query }) =>
    (await absencesFrom(deps.db, viewer, dayClock(deps.now()), query.userId)).map(absenceOf),
  );
  mount(app, deps, api.createAbsence, ({ viewer, body }) => enterAbsence(deps, viewer, body));
  mount(app, deps, api.previewAbsence, ({ viewer, body }) => previewOfAbsence(deps, viewer, body));
  mount(app, deps, api.endAbsence, async ({ viewer, params }) => {
    await removeAbsence(deps, viewer, params.id);
    return null;
  });
}
