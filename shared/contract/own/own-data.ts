import * as z from 'zod/mini';
import { instant } from '../../fields.ts';
import { endpoint } from '../endpoint.ts';

/* What the clinic keeps of her: her own to have. */

/** Her own alone: the staff's accounts are the clinic's. */
const access = ['patient', 'user'] as const;

const copySchema = z.object({
  state: z.enum(['none', 'making', 'ready', 'failed']),
  askedAt: z.nullable(instant),
  /** Until when it can be fetched. */
  until: z.nullable(instant),
});
export type DataCopy = z.output<typeof copySchema>;

export const ownCopy = endpoint({
  method: 'GET',
  path: '/api/own-data/copy',
  shows: ['own-data'],
  access,
  summary: 'Whether there is a copy of everything that the clinic keeps of her',
  reply: copySchema,
});
export const askForCopy = endpoint({
  method: 'POST',
  path: '/api/own-data/copy',
  changes: ['own-data'],
  access,
  proof: 'recent',
  summary: 'Has a copy made in the background, in the language she reads: hers to fetch for a day',
  reply: copySchema,
  status: 202,
});
export const fetchCopy = endpoint({
  method: 'GET',
  path: '/api/own-data/copy/archive',
  shows: [],
  urgency: 'last',
  access,
  proof: 'recent',
  summary: 'The copy: a page to read and JSON, in one archive',
  reply: z.string(),
  errors: ['not_found'],
});
