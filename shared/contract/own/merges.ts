import * as z from 'zod/mini';
import { mergeFields, obstacles } from '../../domain/people/merging.ts';
import { staffRoles } from '../../domain/people/roles.ts';
import { id, idParam, idParams, instant, nothing, reachSchema } from '../../fields.ts';
import { endpoint } from '../endpoint.ts';
import { foundPatientSchema } from '../users.ts';

/* Merging two records of one patient: the system or staff propose it, an admin does it. */

const mergeCandidate = foundPatientSchema;
const pairSchema = z.object({
  one: mergeCandidate,
  other: mergeCandidate,
  /** Staff member who reported the duplicate; null if only phone and name suggest it. */
  saidBy: z.nullable(z.string()),
});
export type PossibleDuplicate = z.output<typeof pairSchema>;

export const listDuplicates = endpoint({
  method: 'GET',
  path: '/api/merges/duplicates',
  shows: ['users', 'appointments'],
  access: staffRoles,
  summary:
    'Lists pairs of records that may belong to one patient: same phone number (their own or that of their guardian) and similar name, or reported by staff',
  query: z.object({ patientId: z.optional(idParam) }),
  reply: z.array(pairSchema),
});
export const judgeDuplicate = endpoint({
  method: 'PUT',
  path: '/api/merges/duplicates',
  changes: ['users'],
  access: staffRoles,
  summary:
    'Reports whether two records belong to one patient, so that an admin can merge them, or to two patients',
  body: z.object({ oneId: id, otherId: id, verdict: z.enum(['same', 'different']) }),
  reply: nothing,
  status: 204,
});

const value = z.nullable(z.string());
const values = z.object({
  name: z.string(),
  phone: value,
  secondaryPhone: value,
  email: value,
  birthDate: value,
  paperFile: value,
});
const sideSchema = z.object({
  id,
  reference: z.string(),
  since: instant,
  values,
  /** Hours in which the patient's phone may ring. */
  reach: reachSchema,
  visits: z.int(),
  toCome: z.int(),
  /** The patient signs in with this record: it is the one that is kept. */
  signsIn: z.boolean(),
  guardian: z.nullable(z.string()),
});
export type MergeSide = z.output<typeof sideSchema>;
const previewSchema = z.object({
  one: sideSchema,
  other: sideSchema,
  obstacles: z.array(z.enum(obstacles)),
  /** Overlapping appointments of the two records: one of each pair must be cancelled first. */
  overlaps: z.array(z.object({ oneId: id, otherId: id, date: z.string(), time: z.string() })),
});
export type MergePreview = z.output<typeof previewSchema>;

export const previewMerge = endpoint({
  method: 'GET',
  path: '/api/merges/preview',
  shows: ['users', 'appointments'],
  access: staffRoles,
  summary: 'Returns two records side by side, and the reasons why they cannot be merged',
  query: z.object({ oneId: idParam, otherId: idParam }),
  reply: previewSchema,
});
export const mergePatients = endpoint({
  method: 'POST',
  path: '/api/merges',
  changes: ['users', 'appointments', 'offers', 'clinical-notes', 'alerts'],
  access: ['admin'],
  proof: 'recent',
  summary: 'Merges two records of one patient. The number of the removed record still finds her',
  body: z.object({
    keptId: id,
    goneId: id,
    /** Fields to take from the record that is removed. */
    take: z.array(z.enum(mergeFields)),
  }),
  /** Id of the merge, used to undo it. */
  reply: z.object({ id }),
  status: 201,
  errors: ['not_mergeable'],
});
const mergeSchema = z.object({ id, at: instant, reference: z.string(), by: value });
export type Merge = z.output<typeof mergeSchema>;
export const listMerges = endpoint({
  method: 'GET',
  path: '/api/merges/of/:id',
  shows: ['users'],
  access: staffRoles,
  summary: 'Lists the merges into this record that can still be undone: those of the current clinic day',
  params: idParams,
  reply: z.array(mergeSchema),
});
export const undoMerge = endpoint({
  method: 'POST',
  path: '/api/merges/:id/undo',
  changes: ['users', 'appointments', 'offers', 'clinical-notes', 'alerts'],
  access: ['admin'],
  proof: 'recent',
  summary:
    'Undoes a merge on the clinic day on which it was made. Moved rows return; rows added since then stay',
  params: idParams,
  reply: nothing,
  status: 204,
});
