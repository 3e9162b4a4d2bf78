import * as z from 'zod/mini';
import { retentionKinds } from '../../domain/retention-rules.ts';
import { instant } from '../../fields.ts';
import { endpoint } from '../endpoint.ts';

/* Data deleted each night by the retention periods. */

const runSchema = z.object({
  day: z.string(),
  /** Null while the run is active or after its process crashed: the next run continues it. */
  finishedAt: z.nullable(instant),
  removed: z.partialRecord(z.enum(retentionKinds), z.int()),
});
export type RetentionRun = z.output<typeof runSchema>;

export const listRetentionRuns = endpoint({
  method: 'GET',
  path: '/api/retention',
  shows: ['settings'],
  access: ['admin'],
  summary: 'Lists the data that the retention policy deleted in the last 60 nights, newest first',
  reply: z.array(runSchema),
});
