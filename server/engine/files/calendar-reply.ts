import type { FastifyReply } from 'fastify';

/** Answers a calendar file under the reference of what it is about. */
export function sendCalendar(
  reply: FastifyReply,
  { file, reference }: { file: string; reference: string },
): string {
  reply
    .type('text/calendar; charset=utf-8')
    .header('content-disposition', `attachment; filename="${reference}.ics"`);
  return file;
}
