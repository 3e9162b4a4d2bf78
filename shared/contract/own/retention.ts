import * as z from 'zod/mini';
import { removable } from '../../domain/kept-for.ts';
import { instant } from '../../fields.ts';
import { endpoint } from '../endpoint.ts';

/* What each night removes of what was kept long enough. */

const runSchema = z.object({
  day: z.string(),
  /** Null while it is at work, or after a process died over it: the next goes on. */
  finishedAt: z.nullable(instant),
  removed: z.partialRecord(z.enum(removable), z.int()),
});
export type RetentionRun = z.output<typeof runSchema>;

export const listRetentionRuns = endpoint({
  method: 'GET',
  path: '/api/retention',
  shows: ['settings'],
  access: ['admin'],
  summary: 'What the last sixty nights removed by the periods that the clinic sets, newest first',
  reply: z.array(runSchema),
});
