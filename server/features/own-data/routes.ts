import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import * as api from '#shared/contract/own/own-data.ts';
import * as actions from './actions.ts';
import { deleteOwnAccount, deletionTerms } from './deletion-actions.ts';

export function ownDataRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.ownCopy, ({ viewer }) => actions.findOwnCopyState(deps, viewer));
  mount(app, deps, api.askForCopy, ({ viewer }) => actions.requestCopy(deps, viewer));
  mount(app, deps, api.fetchCopy, async ({ viewer, reply }) => {
    const { name, archive } = await actions.fetchCopy(deps, viewer);
    reply.type('application/zip').header('content-disposition', `attachment; filename="${name}"`);
    return Readable.from([archive]);
  });
  mount(app, deps, api.askDeletion, ({ viewer }) => deletionTerms(deps, viewer));
  mount(app, deps, api.deleteOwnAccount, async ({ viewer, body }) => {
    await deleteOwnAccount(deps, viewer, body.cancel ?? []);
    return null;
  });
}
