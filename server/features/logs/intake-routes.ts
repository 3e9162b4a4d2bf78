import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { isUnavailable } from '#server/engine/db/transaction.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import { networkOf } from '#server/engine/http/rate-limit.ts';
import { parseAsJson } from '#server/engine/http/request-cost.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import * as api from '#shared/contract/logs.ts';
import { Refusal } from '#shared/errors.ts';
import { countServerError, storeInteractions, storeMessageLog, storePolicyReport } from './actions.ts';
import type { Reporter } from './intake-actions.ts';

const minute = 60;
const messageLogLimit = { name: 'message-logs', network: { points: 240, seconds: minute } };
const policyReportLimit = { name: 'policy-reports', network: { points: 30, seconds: minute } };
const interactionLimit = { name: 'interactions', network: { points: 120, seconds: minute } };

const createReporter = (viewer: Viewer | null, { ip }: FastifyRequest): Reporter => ({
  userId: viewer?.id ?? null,
  network: networkOf(ip),
});

/** Reports of browsers. Anyone may report, so entries are small, limited and untrusted. */
export function logIntakeRoutes(app: FastifyInstance, deps: Deps): void {
  app.addHook('onError', async (request, _reply, error) => {
    const foreseen =
      error instanceof Refusal ||
      'validation' in error ||
      (error.statusCode ?? 500) < 500 ||
      isUnavailable(error);
    if (foreseen) return;
    await countServerError(deps, error, `${request.method} ${request.routeOptions.url ?? ''}`).catch(
      (problem: unknown) => request.log.warn({ err: problem }, 'an error could not be kept'),
    );
  });
  mount(
    app,
    deps,
    api.createMessageLog,
    async ({ viewer, body, request }) => {
      await storeMessageLog(deps, createReporter(viewer, request), body);
      return null;
    },
    { throttle: messageLogLimit },
  );
  mount(
    app,
    deps,
    api.createInteractions,
    async ({ viewer, body, request }) => {
      await storeInteractions(deps, createReporter(viewer, request), body.logs);
      return null;
    },
    { throttle: interactionLimit, bodyLimit: 65_536 },
  );
  // The content type of policy reports is accepted only inside this scope.
  void app.register(async (scope) => {
    parseAsJson(scope, 'application/csp-report');
    mount(
      scope,
      deps,
      api.createPolicyReport,
      async ({ viewer, body, request }) => {
        await storePolicyReport(deps, createReporter(viewer, request), body['csp-report']);
        return null;
      },
      { throttle: policyReportLimit },
    );
  });
}
