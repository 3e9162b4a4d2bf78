import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * Runs work after a reply was sent, whether or not the caller waited for it. The server waits for this work
 * when it closes.
 */
export function afterReplies(app: FastifyInstance): (reply: FastifyReply, work: () => Promise<void>) => void {
  const running = new Set<Promise<void>>();
  app.addHook('onClose', async () => void (await Promise.all(running)));
  return (reply, work) => {
    reply.raw.once('close', () => {
      const done = work()
        .catch((error: unknown) => reply.log.error(error, 'work after a reply failed'))
        .finally(() => running.delete(done));
      running.add(done);
    });
  };
}
