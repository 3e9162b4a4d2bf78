import * as z from 'zod/mini';
import { beyondTheDesk, staffRoles } from '../domain/people/roles.ts';
import {
  id,
  idParams,
  instant,
  langSchema,
  listQuery,
  nothing,
  optionalEmail,
  optionalPhone,
  password,
  personName,
  reachedAt,
  reachSchema,
  roleSchema,
  username,
  version,
} from '../fields.ts';
import { endpoint } from './endpoint.ts';

export const channelSchema = z.enum(['email', 'sms', 'whatsapp', 'push']);
export type Channel = z.output<typeof channelSchema>;

/** A person as the API shows her. Nothing here ever names a password or hash. */
export const userSchema = z.object({
  id,
  name: z.string(),
  username: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  secondaryPhone: z.nullable(z.string()),
  role: roleSchema,
  authProvider: z.string(),
  isSuperAdmin: z.boolean(),
  reference: z.string(),
  /** What she has to do before her account opens anything else. */
  requires: z.array(z.enum(['second-step', 'new-secret', 'second-step-setup'])),
  emailConfirmed: z.boolean(),
  phoneConfirmed: z.boolean(),
  locale: langSchema,
  channels: z.array(channelSchema),
  /** No message outside the app reaches her. */
  unreachable: z.boolean(),
  /** When her phone may ring; null: at any time. */
  reach: reachSchema,
  createdAt: instant,
  /** Of the person and what is kept beside her; a change sends it. */
  version: z.int(),
  deactivated: z.boolean(),
  /** For whom else she books; lists leave it empty. */
  caresFor: z.array(z.object({ id, name: z.string() })),
  /** The privacy notice has changed in substance: she is asked to agree to it. Lists leave it false. */
  asksConsent: z.boolean(),
});
export type User = z.output<typeof userSchema>;

/** Roles of a filter, comma separated: `patient,user`. */
const rolesFilter = z.pipe(
  z.pipe(
    z.string(),
    z.transform((s: string) => s.split(',')),
  ),
  z.array(roleSchema),
);

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  shows: ['users'],
  access: staffRoles,
  summary:
    'People, by name: all whom the viewer may see, unless roles are named. Of who is looked for by `q` nobody is counted beyond the page: `50+` says that there are more',
  query: z.object({
    ...listQuery,
    role: z.optional(rolesFilter),
    sort: z.optional(z.enum(['name', 'newest', 'match'])),
    /** Nobody reads how many there are. */
    uncounted: z.optional(z.literal('1')),
  }),
  reply: z.array(userSchema),
});

/** A patient as whoever looks for her sees her: how to reach her, and when she comes. */
export const foundPatientSchema = z.object({
  id,
  name: z.string(),
  ...reachedAt,
  reference: z.string(),
  /** Nobody has the name that was typed: this one is spelt almost so. */
  similar: z.boolean(),
  next: z.nullable(
    z.object({
      appointmentDate: z.string(),
      appointmentTime: z.string(),
      locationName: z.string(),
      locationNameAr: z.nullable(z.string()),
    }),
  ),
});
export type FoundPatient = z.output<typeof foundPatientSchema>;

export const findPatients = endpoint({
  method: 'GET',
  path: '/api/patients/find',
  shows: ['users', 'appointments'],
  urgency: 'first',
  access: staffRoles,
  key: 'patients.read',
  summary: 'Patients by a part of a name, phone or code, best first, each with her next visit',
  query: z.object({ q: listQuery.q, limit: listQuery.limit }),
  reply: z.array(foundPatientSchema),
});

export const getUser = endpoint({
  method: 'GET',
  path: '/api/users/:id',
  shows: ['users', 'appointments'],
  access: 'signed-in',
  summary: 'One person: oneself, or (staff) a patient; the opening of a file is recorded',
  params: idParams,
  reply: userSchema,
});

const person = {
  name: personName(),
  email: optionalEmail,
  phone: optionalPhone,
  secondaryPhone: optionalPhone,
};
/** What anybody may say of herself, and staff of a patient. */
export const personBody = z.object(person);

const newPatientBody = z.object({
  ...person,
  username: z.optional(z.union([z.literal(''), username], 'validation.usernameShort')),
  password: z.optional(password),
  role: z.optional(z.literal('patient')),
  /** She is another person than the one with the same phone and a name like hers. */
  another: z.optional(z.boolean()),
  /** Without them messages follow the phone and e-mail, in the language of the name's script. */
  channels: z.optional(z.array(channelSchema)),
  locale: z.optional(langSchema),
});
export const createPatient = endpoint({
  method: 'POST',
  path: '/api/patients',
  changes: ['users'],
  urgency: 'first',
  access: staffRoles,
  key: 'patients.write',
  summary:
    'A patient made by staff; a password is handed over and replaced at the first sign-in, without one she cannot sign in',
  body: newPatientBody,
  reply: userSchema,
  status: 201,
  errors: ['username_taken', 'common_password', 'patient_exists'],
});

export const newUserBody = z.object({
  ...person,
  username,
  password,
  role: roleSchema,
  authProvider: z.optional(z.literal('local')),
});
export const createUser = endpoint({
  method: 'POST',
  path: '/api/users',
  changes: ['users', 'staff'],
  access: ['admin'],
  summary: 'An account of any role; one of the staff needs a recent proof',
  body: newUserBody,
  reply: userSchema,
  status: 201,
  errors: ['username_taken', 'common_password', 'proof_needed'],
});

/**
 * Only what changes is sent. `role` is for admins. A change of one's own e-mail or phone needs a sign-in or proof
 * of the last 15 minutes, or `currentPassword`.
 */
export const changeUserBody = z.object({
  ...person,
  name: z.optional(person.name),
  username: z.optional(username),
  role: z.optional(roleSchema),
  locale: z.optional(langSchema),
  channels: z.optional(z.array(channelSchema)),
  reach: z.optional(reachSchema),
  version: z.optional(version),
  currentPassword: z.optional(z.string().check(z.maxLength(128))),
});
export const changeUser = endpoint({
  method: 'PATCH',
  path: '/api/users/:id',
  changes: ['users', 'staff', 'disruptions'],
  access: 'signed-in',
  summary: "One's own details; staff: a patient's; admin: anyone's details and role",
  params: idParams,
  body: changeUserBody,
  reply: userSchema,
  errors: [
    'username_taken',
    'protected_account',
    'stale',
    'visits_locked',
    'password_needed',
    'wrong_password',
    'sign_in_again',
    'proof_needed',
    'rate_limited',
  ],
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/users/:id',
  changes: ['users', 'staff', 'appointments'],
  access: ['admin'],
  proof: 'recent',
  summary: 'Removes an account; one with visits loses its identity, the visits stay',
  params: idParams,
  reply: nothing,
  status: 204,
  errors: ['protected_account', 'patient_has_future_appointments', 'doctor_has_future_appointments'],
});

const changePasswordBody = z.object({
  currentPassword: z.string().check(z.maxLength(128)),
  newPassword: password,
});
const changePassword = {
  access: 'signed-in',
  params: idParams,
  body: changePasswordBody,
  reply: z.object({ message: z.string() }),
  errors: ['wrong_password', 'common_password', 'same_password'],
} as const;
export const putPassword = endpoint({
  method: 'PUT',
  path: '/api/users/:id/password',
  changes: ['users', 'sessions', 'notifications'],
  summary: "One's own password; ends every other session",
  ...changePassword,
});
export const postPassword = endpoint({
  method: 'POST',
  path: '/api/users/:id/change-password',
  changes: ['users', 'sessions', 'notifications'],
  summary: "One's own password (the form the admin screen uses)",
  ...changePassword,
});

/** A fresh hand-over password set by an admin (or, for a patient, by staff). */
export const handOverPassword = endpoint({
  method: 'POST',
  path: '/api/users/:id/hand-over-password',
  changes: ['users', 'sessions'],
  access: beyondTheDesk,
  proof: 'recent',
  summary: 'Sets a password to hand over; it must be replaced at the next sign-in',
  params: idParams,
  body: z.object({ password }),
  reply: z.object({ message: z.string() }),
  errors: ['protected_account', 'common_password'],
});

export const endSessionsOf = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/sessions',
  changes: ['sessions'],
  access: ['admin'],
  summary: 'Signs somebody else out on every device; her password stays',
  params: idParams,
  reply: nothing,
  status: 204,
  errors: ['protected_account'],
});
