import * as z from 'zod/mini';
import { noShowStates } from '../../domain/people/no-shows.ts';
import { staffRoles } from '../../domain/people/roles.ts';
import { id, idParam, idParams, instant, longText, nothing } from '../../fields.ts';
import { endpoint } from '../endpoint.ts';

/* Missed appointments: state, reason and consequences of each. */

/** Maximum letters of the patient's explanation, including earlier ones. */
export const whyLength = 500;

const noShowSchema = z.object({
  /** Id of the appointment. */
  id,
  appointmentDate: z.string(),
  appointmentTime: z.string(),
  locationId: id,
  state: z.enum(noShowStates),
  markedAt: z.nullable(instant),
  /** Why staff excused it; visible to staff only. */
  excuse: z.nullable(z.string()),
  /** The patient's explanation. */
  said: z.nullable(z.string()),
  saidAt: z.nullable(instant),
});
export type NoShow = z.output<typeof noShowSchema>;
const noShowsSchema = z.object({
  /** Number of missed appointments that count, at all branches. */
  counted: z.int(),
  /** From this number on, online bookings need a confirming call; null: never. */
  callAfter: z.nullable(z.int()),
  waitsForCall: z.boolean(),
  /** Missed appointments that the viewer may see, newest first. */
  noShows: z.array(noShowSchema),
});
export type NoShows = z.output<typeof noShowsSchema>;

export const listNoShows = endpoint({
  method: 'GET',
  path: '/api/no-shows',
  shows: ['appointments', 'settings'],
  access: 'signed-in',
  lock: 'visits',
  summary:
    "Lists the missed appointments of a patient and whether each counts: her own, or any patient's for staff",
  query: z.object({ patientId: idParam }),
  reply: noShowsSchema,
  errors: ['not_found'],
});

const noShowChange = { changes: ['appointments'], params: idParams, reply: nothing, status: 204 } as const;
export const withdrawNoShow = endpoint({
  method: 'DELETE',
  path: '/api/no-shows/:id',
  access: staffRoles,
  summary: 'Removes a no-show that was set by mistake: the appointment gets its earlier status again',
  errors: ['not_found', 'patient_busy'],
  ...noShowChange,
});
export const excuseNoShow = endpoint({
  method: 'PUT',
  path: '/api/no-shows/:id/excuse',
  access: staffRoles,
  summary: 'Excuses a no-show with a reason, so that it does not count',
  body: z.object({ reason: longText(300, 1) }),
  errors: ['not_found'],
  ...noShowChange,
});
export const countNoShow = endpoint({
  method: 'DELETE',
  path: '/api/no-shows/:id/excuse',
  access: staffRoles,
  summary: 'Removes the excuse of a no-show',
  errors: ['not_found'],
  ...noShowChange,
});
export const sayWhyMissed = endpoint({
  method: 'PUT',
  path: '/api/no-shows/:id/words',
  access: 'signed-in',
  lock: 'visits',
  summary: "Saves the patient's reason for a no-show: her own, or that of a patient in her care",
  body: z.object({ text: longText(whyLength, 1) }),
  errors: ['not_found', 'rate_limited'],
  ...noShowChange,
});
