import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { hashToken } from '#server/engine/secrets/tokens.ts';
import { Refusal } from '#shared/errors.ts';
import type { HttpDeps } from './deps.ts';
import { queueFigures } from './queries.ts';

/**
 * Metrics for Prometheus: requests by route (never by address), the outbox, and Node itself. Disabled without
 * METRICS_TOKEN.
 */
export function metricsRoutes(app: FastifyInstance, deps: HttpDeps): void {
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
  const backupAge = new Gauge({
    name: 'hakima_backup_age_seconds',
    help: 'Time since the last backup that was stored and verified',
    registers: [register],
  });
  const restoreAge = new Gauge({
    name: 'hakima_backup_restore_age_seconds',
    help: 'Time since the last test restore that succeeded',
    registers: [register],
  });
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
    // Without BACKUP_TO no backup is due. Rows of these tasks may remain from a time when it was set.
    const backups = ['backup', 'restore-test'];
    const tasks = figures.tasks.filter(({ name }) => deps.config.BACKUP_TO || !backups.includes(name));
    for (const { name, late } of tasks) overdue.set({ task: name }, late);
    const ages = new Map(tasks.map(({ name, okAge }) => [name, okAge]));
    backupAge.set(ages.get('backup') ?? Number.NaN);
    restoreAge.set(ages.get('restore-test') ?? Number.NaN);
    return reply
      .header('cache-control', 'no-store')
      .type(register.contentType)
      .send(await register.metrics());
  });
}
