import * as z from 'zod/mini';
import { doctorsOnly, patientRoles, staffRoles } from '../domain/people/roles.ts';
import { id, idParam, idParams, instant, longText, nothing, version } from '../fields.ts';
import { doctorNameSchema } from './doctors.ts';
import { endpoint } from './endpoint.ts';

/*
 * Clinical notes: doctors write and sign them; signed notes never change. Doctors read them, and patients
 * read those that are shared.
 */

const noteLimit = 20_000;

const signature = {
  id,
  appointmentId: z.nullable(id),
  at: instant,
  text: z.string(),
  /** Name of the author at the time of signing. */
  signedBy: doctorNameSchema,
  /** The older note that this one corrects; both stay readable. */
  corrects: z.nullable(id),
};
export const clinicalNoteSchema = z.object({
  ...signature,
  authorId: id,
  /** The note that corrects this one. */
  correctedBy: z.nullable(id),
  /** The patient may read the note. */
  shared: z.boolean(),
});
export type ClinicalNote = z.output<typeof clinicalNoteSchema>;

const noteBodyFields = {
  text: longText(noteLimit, 1),
  /** Appointment of the note; a correction uses the appointment of the corrected note. */
  appointmentId: z.optional(z.nullable(id)),
  corrects: z.optional(z.nullable(id)),
};

export const signNote = endpoint({
  method: 'POST',
  path: '/api/patients/:id/clinical-notes',
  changes: ['clinical-notes'],
  urgency: 'first',
  access: doctorsOnly,
  summary: 'Signs a clinical note and deletes its draft. Takes an Idempotency-Key header',
  params: idParams,
  body: z.object({ ...noteBodyFields, shared: z.optional(z.boolean()) }),
  reply: clinicalNoteSchema,
  status: 201,
  errors: ['not_found', 'note_needs_visit', 'idempotency_key_reused'],
});

export const shareNote = endpoint({
  method: 'PUT',
  path: '/api/clinical-notes/:id/sharing',
  changes: ['clinical-notes'],
  access: doctorsOnly,
  summary:
    'Shares a clinical note with the patient or stops sharing it, with its corrections. For its author only',
  params: idParams,
  body: z.object({ shared: z.boolean() }),
  reply: clinicalNoteSchema,
  errors: ['not_found', 'not_your_note', 'note_needs_visit'],
});

export const sharedNoteSchema = z.object(signature);
export type SharedNote = z.output<typeof sharedNoteSchema>;
export const ownSharedNotes = endpoint({
  method: 'GET',
  path: '/api/clinical-notes/shared',
  lock: 'visits',
  shows: ['clinical-notes'],
  access: patientRoles,
  summary:
    'Lists the clinical notes that doctors share with the patient, newest first, and those of patients in her care if she may read them',
  query: z.object({ patientId: z.optional(idParam) }),
  reply: z.array(sharedNoteSchema),
});

const draftSchema = z.object({
  text: z.string(),
  appointmentId: z.nullable(id),
  corrects: z.nullable(id),
  /** Idempotency key that will be used to sign the note. */
  key: z.string(),
  /** Increases with every save; a save with an older revision is refused as stale. */
  revision: z.int(),
  updatedAt: instant,
});
export type NoteDraft = z.output<typeof draftSchema>;

export const readDraft = endpoint({
  method: 'GET',
  path: '/api/patients/:id/note-draft',
  shows: [],
  urgency: 'first',
  access: doctorsOnly,
  summary: "Returns the doctor's own unsigned draft about a patient",
  params: idParams,
  reply: z.object({ draft: z.nullable(draftSchema) }),
});
export const keepDraft = endpoint({
  method: 'PUT',
  path: '/api/patients/:id/note-draft',
  changes: [],
  access: doctorsOnly,
  summary: "Saves the doctor's own draft about a patient; an empty text deletes it",
  params: idParams,
  body: z.object({
    /** Exactly as typed, including spaces. */
    text: z.string().check(z.maxLength(noteLimit, 'validation.tooLong')),
    appointmentId: z.nullable(id),
    corrects: z.nullable(id),
    key: z.string().check(z.regex(/^[\x21-\x7e]{1,128}$/, 'validation.invalid')),
    /** The revision last seen; 0 for a new draft. */
    revision: z.int().check(z.gte(0)),
  }),
  reply: z.object({ revision: z.int() }),
  errors: ['not_found', 'stale'],
});

/* Drafts of the desk's note: saving puts the text on the appointment. */

const deskDraft = {
  /** The saved text when editing began, and the text now. */
  start: z.string().check(z.maxLength(noteLimit, 'validation.tooLong')),
  text: z.string().check(z.maxLength(noteLimit, 'validation.tooLong')),
  /** Version of the appointment when editing began. */
  version,
};
export const deskDraftSchema = z.object({ ...deskDraft, updatedAt: instant });
export type DeskDraft = z.output<typeof deskDraftSchema>;

export const readDeskDraft = endpoint({
  method: 'GET',
  path: '/api/appointments/:id/note-draft',
  shows: [],
  urgency: 'first',
  access: staffRoles,
  summary: "Returns the user's own unsaved draft of an appointment note",
  params: idParams,
  reply: z.object({ draft: z.nullable(deskDraftSchema) }),
  errors: ['not_found'],
});
export const keepDeskDraft = endpoint({
  method: 'PUT',
  path: '/api/appointments/:id/note-draft',
  changes: [],
  access: staffRoles,
  summary: "Saves the user's own draft of an appointment note; an empty text deletes it",
  params: idParams,
  body: z.object(deskDraft),
  reply: nothing,
  status: 204,
  errors: ['not_found'],
});
