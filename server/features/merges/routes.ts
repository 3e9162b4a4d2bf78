import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import * as api from '#shared/contract/own/merges.ts';
import * as actions from './actions.ts';

export function mergeRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listDuplicates, ({ viewer, query }) =>
    actions.listDuplicatePairs(deps, viewer, query.patientId ?? null),
  );
  mount(app, deps, api.judgeDuplicate, async ({ viewer, body }) => {
    await actions.judgeDuplicate(deps, viewer, body);
    return null;
  });
  mount(app, deps, api.previewMerge, ({ viewer, query }) => actions.previewMerge(deps, viewer, query));
  mount(app, deps, api.mergePatients, async ({ viewer, body }) => ({
    id: await actions.mergePatients(deps, viewer, body),
  }));
  mount(app, deps, api.listMerges, ({ viewer, params }) =>
    actions.listUndoableMerges(deps, viewer, params.id),
  );
  mount(app, deps, api.undoMerge, async ({ viewer, params }) => {
    await actions.undoMerge(deps, viewer, params.id);
    return null;
  });
}
