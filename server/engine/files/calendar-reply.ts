import type { FastifyReply } from 'fastify';

/** Sends a calendar file, named by the reference. */
export function sendCalendar(
  reply: FastifyReply,
  { file, reference }: { file: string; reference: string },
): string {
  reply
    .type('text/calendar; charset=utf-8')
    .header('content-disposition', `attachment; filename="${reference}.ics"`);
  return file;
}
