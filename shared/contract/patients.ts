import * as z from 'zod/mini';
import { alertLength, allAlertKinds, lastWeek } from '../domain/people/alerts.ts';
import { relations } from '../domain/people/family.ts';
import { doctorsOnly, staffRoles } from '../domain/people/roles.ts';
import {
  id,
  idParam,
  idParams,
  instant,
  isoDate,
  listQuery,
  longText,
  nameText,
  nothing,
  personName,
  phoneText,
  reachFields,
  version,
} from '../fields.ts';
import { appointmentSchema } from './appointments.ts';
import { clinicalNoteSchema } from './clinical-notes.ts';
import { endpoint } from './endpoint.ts';
import { changeEntrySchema } from './staff-appointments.ts';
import { foundPatientSchema, userSchema } from './users.ts';

/* The file of a patient: facts, alerts, and a timeline of appointments and notes. */

export const patientFileSchema = z.object({
  user: userSchema,
  birthDate: z.nullable(z.string()),
  /** Number of the old paper file. */
  paperFile: z.nullable(z.string()),
  /** Note of the desk about the patient, not about an appointment. */
  note: z.string(),
  seen: z.int(),
  missed: z.int(),
  /** Of these, the number that counts as missed; see no-shows. */
  missedCounted: z.int(),
  /** Online bookings of the patient need a confirming call. */
  waitsForCall: z.boolean(),
  /** Branch of most of the patient's appointments. */
  usualBranch: z.nullable(z.object({ id, name: z.string(), nameAr: z.nullable(z.string()) })),
  version: z.int(),
});
export type PatientFile = z.output<typeof patientFileSchema>;

export const openPatientFile = endpoint({
  method: 'GET',
  path: '/api/patients/:id/file',
  shows: ['users', 'appointments'],
  urgency: 'first',
  access: staffRoles,
  summary: 'Returns a patient and the facts of her file, and records this access',
  params: idParams,
  reply: patientFileSchema,
  errors: ['not_found'],
});
export const changePatientFile = endpoint({
  method: 'PATCH',
  path: '/api/patients/:id/file',
  changes: ['users'],
  access: staffRoles,
  summary: 'Changes date of birth, number of the paper file and note of the front desk',
  params: idParams,
  body: z.object({
    birthDate: z.optional(z.nullable(isoDate)),
    paperFile: z.optional(z.nullable(nameText(40, 0))),
    note: z.optional(longText(20_000, 0)),
    version: z.optional(version),
  }),
  reply: patientFileSchema,
  errors: ['not_found', 'stale'],
});

const at = z.string();
const entrySchema = z.discriminatedUnion('kind', [
  /** An appointment with the desk's note; its clinical notes are visible to doctors only. */
  z.object({ kind: z.literal('visit'), at, visit: appointmentSchema, notes: z.array(clinicalNoteSchema) }),
  /** A clinical note without an appointment. */
  z.object({ kind: z.literal('note'), at, note: clinicalNoteSchema }),
  z.object({ kind: z.literal('change'), at, change: changeEntrySchema }),
]);
export type TimelineEntry = z.output<typeof entrySchema>;

export const patientTimeline = endpoint({
  method: 'GET',
  path: '/api/patients/:id/timeline',
  shows: ['users', 'appointments', 'clinical-notes'],
  urgency: 'first',
  access: staffRoles,
  summary: "Lists appointments, notes and changes of a patient, newest first, and records a doctor's access",
  params: idParams,
  query: z.object(listQuery),
  reply: z.array(entrySchema),
  errors: ['not_found'],
});

const alertSchema = z.object({
  id,
  kind: z.enum(allAlertKinds),
  text: z.string(),
  /** For a pregnancy: the current week. */
  week: z.nullable(z.int()),
});
export type Alert = z.output<typeof alertSchema>;
const alertsOf = z.object({ patientId: id, alerts: z.array(alertSchema) });

/** Comma-separated ids in a query. */
const idList = z.pipe(
  z.pipe(
    z.string(),
    z.transform((s: string) => s.split(',')),
  ),
  z.array(idParam).check(z.maxLength(500)),
);
export const listAlerts = endpoint({
  method: 'GET',
  path: '/api/patients/alerts',
  shows: ['alerts'],
  access: doctorsOnly,
  summary: 'Lists the alerts of the given patients; patients without alerts are left out',
  query: z.object({ ids: idList }),
  reply: z.array(alertsOf),
});
export const addAlert = endpoint({
  method: 'POST',
  path: '/api/patients/:id/alerts',
  changes: ['alerts'],
  access: doctorsOnly,
  summary:
    "Adds an alert that every doctor sees beside the patient's name. For a pregnancy, its week is counted on",
  params: idParams,
  body: z.object({
    kind: z.enum(allAlertKinds),
    text: z.optional(nameText(alertLength, 0)),
    week: z.optional(
      z.nullable(z.int().check(z.gte(1, 'validation.number'), z.lte(lastWeek, 'validation.number'))),
    ),
  }),
  reply: alertSchema,
  status: 201,
  errors: ['not_found'],
});
export const endAlert = endpoint({
  method: 'DELETE',
  path: '/api/patients/:id/alerts/:alertId',
  changes: ['alerts'],
  access: doctorsOnly,
  summary: 'Ends an alert: it is no longer shown',
  params: z.object({ id: idParam, alertId: idParam }),
  reply: nothing,
  status: 204,
  errors: ['not_found'],
});

/* Families: a guardian sees when and where the patients whom she looks after come, and can change it. */

export const relation = z.enum(relations, 'validation.required');
const rights = {
  seesVisits: z.boolean(),
  /** Notes that doctors share and the desk's notes: always for a minor, for an adult with her consent. */
  readsNotes: z.boolean(),
};
const caredPersonSchema = z.object({
  id,
  name: z.string(),
  reference: z.string(),
  relation,
  birthYear: z.nullable(z.int()),
  isMinor: z.boolean(),
  /** The patient signs in herself, so she decides what her guardian sees. */
  hasAccount: z.boolean(),
  ...rights,
  next: foundPatientSchema.shape.next,
});
export type CaredPerson = z.output<typeof caredPersonSchema>;
const guardianSchema = z.object({
  id,
  name: z.string(),
  /** Contact of the guardian; for the desk. */
  ...reachFields,
  relation,
  ...rights,
});
export type Guardian = z.output<typeof guardianSchema>;
export const familySchema = z.object({
  caresFor: z.array(caredPersonSchema),
  guardian: z.nullable(guardianSchema),
  /** The patient signs in herself. */
  hasAccount: z.boolean(),
  /**
   * Guardians who wait for the patient's consent to see her appointments or shared notes; shown only to her.
   */
  asked: z.array(z.object({ id, name: z.string(), seeks: z.enum(['visits', 'notes']), until: instant })),
  /** Former guardians of the last year, and who ended the relation. */
  before: z.array(
    z.object({ name: z.string(), until: instant, endedBy: z.enum(['herself', 'guardian', 'clinic']) }),
  ),
});
export type Family = z.output<typeof familySchema>;

const familyEndpoint = { params: idParams, reply: familySchema } as const;
export const openFamily = endpoint({
  method: 'GET',
  path: '/api/patients/:id/family',
  lock: 'visits',
  shows: ['users', 'appointments'],
  access: 'signed-in',
  summary:
    "Lists the patients in this patient's care, each with her next appointment, and this patient's guardian",
  ...familyEndpoint,
});
export const addToFamily = endpoint({
  method: 'POST',
  path: '/api/patients/:id/family',
  lock: 'visits',
  changes: ['users'],
  access: 'signed-in',
  summary: "Adds a patient without an account to this patient's care",
  body: z.object({
    name: personName(),
    birthYear: z.optional(
      z.nullable(z.int('validation.number').check(z.gte(1900, 'validation.number'), z.lte(2199))),
    ),
    relation,
  }),
  status: 201,
  errors: ['too_many'],
  ...familyEndpoint,
});
export const endCare = endpoint({
  method: 'DELETE',
  path: '/api/patients/:id/guardian',
  lock: 'visits',
  changes: ['users', 'appointments'],
  access: 'signed-in',
  summary: 'Ends the care for this patient. For the guardian, the patient and staff',
  params: idParams,
  reply: nothing,
  status: 204,
  errors: ['patient_has_future_appointments'],
});
export const changeRights = endpoint({
  method: 'PUT',
  path: '/api/patients/:id/guardian',
  lock: 'visits',
  changes: ['users', 'appointments'],
  access: 'signed-in',
  summary: 'Changes what the guardian of this patient sees. For the patient or, if she has no account, staff',
  params: idParams,
  /** Only the switches that were turned. */
  body: z.partial(z.object(rights)),
  reply: familySchema,
});
const ownAccountEndpoint = { params: idParams, reply: nothing, status: 204, access: 'signed-in' } as const;
const ownAccount = { phone: phoneText };
export const askForAccount = endpoint({
  method: 'POST',
  path: '/api/patients/:id/own-account/code',
  lock: 'visits',
  changes: [],
  summary: 'Sends a code to the phone of an adult in care, at the request of her guardian or staff',
  body: z.object(ownAccount),
  errors: ['desk_only', 'of_age_only', 'rate_limited', 'codes_spent'],
  ...ownAccountEndpoint,
});
export const giveAccount = endpoint({
  method: 'POST',
  path: '/api/patients/:id/own-account',
  lock: 'visits',
  changes: ['users', 'appointments'],
  summary: 'Confirms the code: the patient then signs in herself and decides what her guardian sees',
  body: z.object({
    ...ownAccount,
    otp: z.string().check(z.minLength(1, 'validation.required'), z.maxLength(12)),
  }),
  errors: ['desk_only', 'of_age_only', 'wrong_code', 'contact_taken', 'rate_limited'],
  ...ownAccountEndpoint,
});
