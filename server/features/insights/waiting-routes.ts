import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import { getWaiting } from '#shared/contract/insights.ts';
import { countOpenTasks } from './waiting-queries.ts';

export function waitingRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, getWaiting, ({ viewer }) => countOpenTasks(deps, viewer));
}
