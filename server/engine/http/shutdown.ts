import type { FastifyInstance } from 'fastify';

/** Whether the process is about to end. */
export interface Shutdown {
  started: boolean;
}

/** How long connections with an unfinished request may last after the listening socket was closed. */
const graceMs = 1200;

/** From the start of the shutdown each answer closes its connection. */
export function closeAfterAnswers(app: FastifyInstance, shutdown: Shutdown): void {
  app.addHook('onSend', async (_request, reply) => {
    if (shutdown.started) reply.header('connection', 'close');
  });
}

/** Accepts no more connections, answers the requests in progress, and closes the rest after a while. */
export async function closeServer(app: FastifyInstance): Promise<void> {
  const late = setTimeout(() => app.server.closeAllConnections(), graceMs);
  await app.close();
  clearTimeout(late);
}

/**
 * Calls `close` at the first SIGTERM or SIGINT and ignores later ones (npm passes Ctrl+C on once more): they would
 * end the process before it has stopped its PostgreSQL.
 */
export function onEndSignal(close: (signal: NodeJS.Signals) => Promise<void>): void {
  let closing = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (closing) return;
      closing = true;
      void close(signal);
    });
  }
}
