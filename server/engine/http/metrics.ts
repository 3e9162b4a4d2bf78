import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { hashToken } from '#server/engine/secrets/tokens.ts';
import { Refusal } from '#shared/errors.ts';
import type { HttpDeps } from './deps.ts';
import { queueFigures } from './queries.ts';

export interface MeasuredTask {
  readonly name: string;
  /** A metric of its own: seconds since the last success; infinite if there was none. */
  readonly ageMetric?: { readonly name: string; readonly help: string };
}

/**
 * Metrics for Prometheus: requests by route (never by address), the outbox, the tasks that this server runs, and Node
 * itself. Disabled without METRICS_TOKEN.
 */
export function metricsRoutes(app: FastifyInstance, deps: HttpDeps, tasks: readonly MeasuredTask[]): void {
  const token = deps.config.METRICS_TOKEN;
  if (!token) return;
  const register = new Registry();
  collectDefaultMetrics({ register, prefix: 'hakima_' });
  const requests = new Counter({
    name: 'hakima_http_requests_total',
    help: 'Requests',
    labelNames: ['method', 'route', 'status'],
    registers: [register],
  });
  const seconds = new Histogram({
    name: 'hakima_http_request_seconds',
    help: 'Time to answer',
    labelNames: ['method', 'route'],
    buckets: [0.002, 0.005, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [register],
  });
  const waiting = new Gauge({
    name: 'hakima_messages_waiting',
    help: 'Messages due and not sent',
    labelNames: ['channel'],
    registers: [register],
  });
  const failed = new Gauge({
    name: 'hakima_messages_dead',
    help: 'Messages given up',
    labelNames: ['channel'],
    registers: [register],
  });
  const overdue = new Gauge({
    name: 'hakima_task_overdue_seconds',
    help: 'How late a periodic job is',
    labelNames: ['task'],
    registers: [register],
  });
  const ages = tasks.flatMap(({ name, ageMetric }) =>
    ageMetric ? [{ task: name, gauge: new Gauge({ ...ageMetric, registers: [register] }) }] : [],
  );
  const refused = new Gauge({
    name: 'hakima_requests_refused',
    help: 'Requests refused since the start because of overload',
    labelNames: ['rank'],
    registers: [register],
  });

  app.addHook('onResponse', async (request, reply) => {
    const { url = 'none' } = request.routeOptions;
    // Each built file is a route with another name in every release.
    const route = url.startsWith('/assets/') ? '/assets/*' : url;
    requests.inc({ method: request.method, route, status: String(reply.statusCode) });
    seconds.observe({ method: request.method, route }, reply.elapsedTime / 1000);
  });

  const expected = hashToken(`Bearer ${token}`);
  app.get('/metrics', { schema: { hide: true }, config: { place: 'none' } }, async (request, reply) => {
    if (!timingSafeEqual(hashToken(request.headers.authorization ?? ''), expected))
      throw new Refusal('not_signed_in');
    for (const [rank, count] of Object.entries(deps.admission.refused)) refused.set({ rank }, count);
    const figures = await queueFigures(deps.db, deps.now());
    for (const gauge of [waiting, failed, overdue]) gauge.reset();
    for (const { channel, due, dead } of figures.channels) {
      waiting.set({ channel }, due);
      failed.set({ channel }, dead);
    }
    // Rows of tasks may remain that another configuration or version ran.
    const rows = new Map(figures.tasks.map((row) => [row.name, row]));
    for (const { name } of tasks) {
      const row = rows.get(name);
      if (row) overdue.set({ task: name }, row.late);
    }
    for (const { task, gauge } of ages) gauge.set(rows.get(task)?.okAge ?? Number.POSITIVE_INFINITY);
    return reply
      .header('cache-control', 'no-store')
      .type(register.contentType)
      .send(await register.metrics());
  });
}
