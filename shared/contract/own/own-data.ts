import * as z from 'zod/mini';
import { id, instant, nothing } from '../../fields.ts';
import { endpoint, type Reply } from '../endpoint.ts';

/* Export and deletion of a patient's own data. */

/** Patients only: staff accounts belong to the clinic. */
const access = ['patient', 'user'] as const;

const copySchema = z.object({
  state: z.enum(['none', 'making', 'ready', 'failed']),
  askedAt: z.nullable(instant),
  /** End of the download period. */
  until: z.nullable(instant),
});
export type DataCopy = z.output<typeof copySchema>;

export const ownCopy = endpoint({
  method: 'GET',
  path: '/api/own-data/copy',
  lock: 'visits',
  shows: ['own-data'],
  access,
  summary: 'Returns whether the patient can download a copy of her data',
  reply: copySchema,
});
export const askForCopy = endpoint({
  method: 'POST',
  path: '/api/own-data/copy',
  lock: 'visits',
  changes: ['own-data'],
  access,
  proof: 'recent',
  summary:
    "Starts making a copy of the patient's data in the background, in her language. She can download it for a day",
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
  summary: 'Downloads the copy: a readable page and JSON in one archive',
  reply: z.string(),
  errors: ['not_found'],
});

export const askDeletion = endpoint({
  method: 'GET',
  path: '/api/own-data/deletion',
  lock: 'visits',
  shows: ['appointments', 'users'],
  access,
  summary: 'Returns which data would stay if the patient deleted her account, and what prevents the deletion',
  reply: z.object({
    /**
     * Number of appointments that the clinic must retain, and the year until which they and signed notes are
     * retained; null if there are neither.
     */
    visits: z.int(),
    until: z.nullable(z.int()),
    /**
     * Future appointments that would be cancelled: the patient's own, and those of patients whom only she
     * looks after (`patient` is the name).
     */
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
    "Cancels the named appointments and deletes the patient's account. Only appointments and signed notes that the law requires stay, without her name. Rejected while she has other upcoming appointments",
  body: z.object({ cancel: z.optional(z.array(id).check(z.maxLength(500))) }),
  reply: nothing,
  status: 204,
  errors: ['patient_has_future_appointments'],
});
