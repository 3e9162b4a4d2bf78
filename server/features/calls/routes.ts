import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount.ts';
import * as api from '#shared/contract/desk/calls.ts';
import { actOn, callsOf } from './actions.ts';

export function callRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listCalls, ({ viewer }) => callsOf(deps, viewer));
  mount(app, deps, api.actOnCalls, ({ viewer, body }) => actOn(deps, viewer, body));
}
