import * as z from 'zod/mini';
import { alertLength, allAlertKinds, lastWeek } from '../domain/people/alerts.ts';
import { doctorsOnly, staffRoles } from '../domain/people/roles.ts';
import { id, idParam, idParams, isoDate, listQuery, nameText, nothing } from '../fields.ts';
import { appointmentSchema } from './appointments.ts';
import { clinicalNoteSchema } from './clinical-notes.ts';
import { endpoint } from './endpoint.ts';
import { changeEntrySchema } from './staff-appointments.ts';
import { userSchema } from './users.ts';

/* The file of a patient: facts, alerts, and everything about her in one line of time. */

export const patientFileSchema = z.object({
  user: userSchema,
  birthDate: z.nullable(z.string()),
  /** The number of her old paper file. */
  paperFile: z.nullable(z.string()),
  seen: z.int(),
  missed: z.int(),
  /** Where most of her visits were. */
  usualBranch: z.nullable(z.object({ id, name: z.string(), nameAr: z.nullable(z.string()) })),
});
export type PatientFile = z.output<typeof patientFileSchema>;

export const openPatientFile = endpoint({
  method: 'GET',
  path: '/api/patients/:id/file',
  shows: ['users', 'appointments'],
  urgency: 'first',
  access: staffRoles,
  summary: 'Who a patient is and the facts of her file; its opening is recorded',
  params: idParams,
  reply: patientFileSchema,
  errors: ['not_found'],
});
export const changePatientFile = endpoint({
  method: 'PATCH',
  path: '/api/patients/:id/file',
  changes: ['users'],
  access: staffRoles,
  summary: 'Date of birth and the number of the old paper file',
  params: idParams,
  body: z.object({
    birthDate: z.optional(z.nullable(isoDate)),
    paperFile: z.optional(z.nullable(nameText(40, 0))),
  }),
  reply: patientFileSchema,
  errors: ['not_found'],
});

const at = z.string();
const entrySchema = z.discriminatedUnion('kind', [
  /** A visit with the desk's note; the clinical notes of it for doctors alone. */
  z.object({ kind: z.literal('visit'), at, visit: appointmentSchema, notes: z.array(clinicalNoteSchema) }),
  /** A clinical note of no visit. */
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
  summary:
    'Visits, notes and changes of a patient, newest first by the clock of the clinic; a doctor’s reading is recorded',
  params: idParams,
  query: z.object(listQuery),
  reply: z.array(entrySchema),
  errors: ['not_found'],
});

const alertSchema = z.object({
  id,
  kind: z.enum(allAlertKinds),
  text: z.string(),
  /** Of a pregnancy: the week it is today. */
  week: z.nullable(z.int()),
});
export type Alert = z.output<typeof alertSchema>;
const alertsOf = z.object({ patientId: id, alerts: z.array(alertSchema) });

/** Ids in an address, comma separated. */
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
  summary: 'The alerts of these patients; of who has none, nothing',
  query: z.object({ ids: idList }),
  reply: z.array(alertsOf),
});
export const addAlert = endpoint({
  method: 'POST',
  path: '/api/patients/:id/alerts',
  changes: ['alerts'],
  access: doctorsOnly,
  summary: 'A few words that every doctor sees beside her name. A pregnancy says its week and counts on',
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
  summary: 'An alert that is over: nobody is shown it any more',
  params: z.object({ id: idParam, alertId: idParam }),
  reply: nothing,
  status: 204,
  errors: ['not_found'],
});
