import * as z from 'zod/mini';
import { instant } from '../../fields.ts';
import { endpoint } from '../endpoint.ts';

/* Export of all data of the clinic in open formats. */

const movingSchema = z.object({
  state: z.enum(['none', 'making', 'ready', 'failed']),
  /** Whether the viewer may export: only the super admin and the owner. */
  allowed: z.boolean(),
  askedAt: z.nullable(instant),
  /** Number of attempts: more than one if an attempt was interrupted. */
  tries: z.int(),
  /** End of the download period. */
  until: z.nullable(instant),
  /** Size of the archive in bytes. */
  bytes: z.nullable(z.int()),
});
export type Moving = z.output<typeof movingSchema>;

export const currentMoving = endpoint({
  method: 'GET',
  path: '/api/moving',
  shows: ['moving'],
  access: ['admin'],
  summary: 'Returns whether an archive of all data of the clinic can be downloaded',
  reply: movingSchema,
});
export const askToMoveOut = endpoint({
  method: 'POST',
  path: '/api/moving',
  changes: ['moving'],
  access: ['admin'],
  proof: 'recent',
  summary:
    'Starts writing an archive of all data in the background. The super admin can download it for a day',
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
  summary: 'Downloads the archive of all data: CSV, JSON Lines, pictures and a manifest',
  reply: z.string(),
  errors: ['forbidden', 'not_found'],
});
