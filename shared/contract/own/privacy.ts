import * as z from 'zod/mini';
import { relations } from '../../domain/people/family.ts';
import { everyone } from '../../domain/people/roles.ts';
import { idParams, listQuery } from '../../fields.ts';
import { endpoint } from '../endpoint.ts';

/* What a patient has in her own hand: who looked at what is hers. */

const openingSchema = z.object({
  /** The clinic's day. */
  day: z.string(),
  /** Null of the clinic's owner, whom nobody is shown by name. */
  name: z.nullable(z.string()),
  nameAr: z.nullable(z.string()),
  /** As she worked here on that day. */
  role: z.enum(everyone),
  /** Of somebody who looks after her: what the patient is to that one. */
  relation: z.nullable(z.enum(relations)),
  /** Whether the one who asks did it herself: who looks after her. */
  own: z.boolean(),
  /** With what doctors wrote. */
  notes: z.boolean(),
});
export type Opening = z.output<typeof openingSchema>;

export const listOpenings = endpoint({
  method: 'GET',
  path: '/api/privacy/:id/openings',
  shows: [],
  access: 'signed-in',
  summary:
    'Who opened a patient’s file: each person once a day, the last days first. For herself, and for who looks after her while she has no account',
  params: idParams,
  query: z.object(listQuery),
  reply: z.array(openingSchema),
  errors: ['not_found'],
});
