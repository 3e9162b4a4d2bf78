import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';

/** `/healthz`: the process is alive. `/readyz`: it reaches its database. */
export function healthRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await deps.database.pool.query('select 1 from schema_migrations limit 1');
      return reply.send({ status: 'ok' });
    } catch {
      return reply.code(503).header('retry-after', '2').send({ status: 'unavailable' });
    }
  });
}
