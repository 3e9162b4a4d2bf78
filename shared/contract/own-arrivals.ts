import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { idParams, instant, stageSchema } from './fields.ts';

/* The day of a visit as its patient sees it: that she is here, her ticket, how late it runs. */

export const ownDaySchema = z.object({
  stage: stageSchema,
  ticket: z.nullable(z.int()),
  /** When she said that she is here. */
  hereAt: z.nullable(instant),
  /** By how much her visit is expected to begin late, to five minutes; never a time before its own. */
  delayMinutes: z.int(),
  /** Of when this is. */
  at: instant,
});
export type OwnDay = z.output<typeof ownDaySchema>;

export const ownDay = endpoint({
  method: 'GET',
  path: '/api/arrivals/:id/mine',
  shows: ['appointments'],
  access: 'signed-in',
  summary: 'Her own visit on its day: where she is, and how late it runs. Only on the day itself',
  params: idParams,
  reply: ownDaySchema,
  errors: ['not_found'],
});
export const sayHere = endpoint({
  method: 'POST',
  path: '/api/arrivals/:id/here',
  changes: ['appointments'],
  access: 'signed-in',
  summary: 'She says that she is here: the desk sees it and has not greeted her yet',
  params: idParams,
  reply: ownDaySchema,
  errors: ['not_found', 'stage_changed'],
});
