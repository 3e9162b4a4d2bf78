import type { FastifyInstance } from 'fastify';

/** Whether the process is about to end. */
export interface Shutdown {
  started: boolean;
}

/** Connections with an unfinished request may last this long after the listening socket was closed. */
const graceMs = 1200;

/** From the start of the shutdown each answer is the last of its connection. */
export function closeAfterAnswers(app: FastifyInstance, shutdown: Shutdown): void {
  app.addHook('onSend', async (_request, reply) => {
    if (shutdown.started) reply.header('connection', 'close');
  });
}

/** Accepts no more connections, answers the requests in progress, and closes what remains after a while. */
export async function closeServer(app: FastifyInstance): Promise<void> {
  const late = setTimeout(() => app.server.closeAllConnections(), graceMs);
  await app.close();
  clearTimeout(late);
}
