import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import * as api from '#shared/contract/own/retention.ts';
import { retentionRuns } from './actions.ts';

export function retentionRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listRetentionRuns, () => retentionRuns(deps));
}
