import * as z from 'zod/mini';
import { id, instant, nothing } from '../../fields.ts';
import { endpoint, type Reply } from '../endpoint.ts';

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
  lock: 'visits',
  shows: ['own-data'],
  access,
  summary: 'Whether there is a copy of everything that the clinic keeps of her',
  reply: copySchema,
});
export const askForCopy = endpoint({
  method: 'POST',
  path: '/api/own-data/copy',
  lock: 'visits',
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
  lock: 'visits',
  shows: [],
  access,
  proof: 'recent',
  summary: 'The copy: a page to read and JSON, in one archive',
  reply: z.string(),
  errors: ['not_found'],
});

export const askDeletion = endpoint({
  method: 'GET',
  path: '/api/own-data/deletion',
  lock: 'visits',
  shows: ['appointments', 'users'],
  access,
  summary: 'What would stay if she deleted her account, and what is in the way',
  reply: z.object({
    /** Visits that the clinic has to keep; until which year these and signed notes stay, null of neither. */
    visits: z.int(),
    until: z.nullable(z.int()),
    /** Visits to come, of her own and of whom she alone looks after (`patient` is whose): they are cancelled. */
    toCome: z.array(
      z.object({
        id,
        patient: z.nullable(z.string()),
        appointmentDate: z.string(),
        appointmentTime: z.string(),
        locationName: z.string(),
        locationNameAr: z.nullable(z.string()),
      }),
    ),
  }),
});
export type DeletionTerms = Reply<typeof askDeletion>;
export const deleteOwnAccount = endpoint({
  method: 'POST',
  path: '/api/own-data/deletion',
  lock: 'visits',
  changes: ['users', 'appointments', 'offers', 'own-data', 'sessions'],
  access,
  proof: 'recent',
  summary:
    'Cancels the visits that are named and deletes her account: nothing of her stays but the visits and signed notes that the law wants kept, without her name. Refused while any other visit is to come',
  body: z.object({ cancel: z.optional(z.array(id).check(z.maxLength(500))) }),
  reply: nothing,
  status: 204,
  errors: ['patient_has_future_appointments'],
});
