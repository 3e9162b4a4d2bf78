import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/http/mount.ts';
import { throttle } from '#server/http/rate-limit.ts';
import * as api from '#shared/contract/logs.ts';
import { keepInteractions, keepMessageLog } from './actions.ts';

const minute = 60;
const entries = { name: 'message-logs', network: { points: 240, seconds: minute } };
const batches = { name: 'interactions', network: { points: 120, seconds: minute } };

/** What browsers report. Anyone may, so it is small, rare and never believed. */
export function logIntakeRoutes(app: FastifyInstance, deps: Deps): void {
  mount(
    app,
    deps,
    api.createMessageLog,
    async ({ viewer, body, request }) => {
      await throttle(deps, request, entries);
      await keepMessageLog(deps, viewer?.id ?? null, body);
      return null;
    },
    { bodyLimit: 16_384 },
  );
  mount(
    app,
    deps,
    api.createInteractions,
    async ({ viewer, body, request }) => {
      await throttle(deps, request, batches);
      await keepInteractions(deps, viewer?.id ?? null, body.logs);
      return null;
    },
    { bodyLimit: 131_072 },
  );
}
