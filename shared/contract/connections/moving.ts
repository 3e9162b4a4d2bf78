import * as z from 'zod/mini';
import { instant } from '../../fields.ts';
import { endpoint } from '../endpoint.ts';

/* Everything of the clinic in open files: how it leaves. */

const movingSchema = z.object({
  state: z.enum(['none', 'making', 'ready', 'failed']),
  /** May the viewer have it? The super admin and the owner alone. */
  allowed: z.boolean(),
  askedAt: z.nullable(instant),
  /** How often it was begun: more than once where it was cut off. */
  tries: z.int(),
  /** Until when it can be fetched. */
  until: z.nullable(instant),
  /** The size of the archive. */
  bytes: z.nullable(z.int()),
});
export type Moving = z.output<typeof movingSchema>;

export const currentMoving = endpoint({
  method: 'GET',
  path: '/api/moving',
  shows: ['moving'],
  access: ['admin'],
  summary: 'Whether everything of the clinic stands ready in open files, to leave with',
  reply: movingSchema,
});
export const askToMoveOut = endpoint({
  method: 'POST',
  path: '/api/moving',
  changes: ['moving'],
  access: ['admin'],
  proof: 'recent',
  summary: 'Has everything of the clinic written in the background: the super admin’s to fetch for a day',
  reply: movingSchema,
  status: 202,
  errors: ['forbidden'],
});
export const fetchMoving = endpoint({
  method: 'GET',
  path: '/api/moving/archive',
  shows: [],
  access: ['admin'],
  proof: 'recent',
  summary: 'Everything of the clinic in one archive: CSV, JSON Lines, pictures and a manifest',
  reply: z.string(),
  errors: ['forbidden', 'not_found'],
});
