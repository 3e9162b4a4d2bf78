import type { FastifyInstance } from 'fastify';
import { isMigrated } from '#server/engine/db/migrate.ts';
import type { HttpDeps } from './deps.ts';

/** `/healthz`: the process is alive. `/readyz`: it reaches its database and is not shutting down. */
export function healthRoutes(app: FastifyInstance, deps: HttpDeps): void {
  app.get('/healthz', { schema: { hide: true }, config: { place: 'none' } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', { schema: { hide: true }, config: { place: 'none' } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      if (!deps.shutdown.started && (await isMigrated(deps.database.pool)))
        return reply.send({ status: 'ok' });
    } catch {
      request.log.warn('not ready: the database cannot be reached');
    }
    return reply.code(503).header('retry-after', '2').send({ status: 'unavailable' });
  });
}
