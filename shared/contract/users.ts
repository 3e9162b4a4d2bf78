import * as z from 'zod/mini';
import { staffRoles, staffWithoutReceptionists } from '../domain/people/roles.ts';
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
  reachFields,
  reachSchema,
  roleSchema,
  username,
  version,
} from '../fields.ts';
import { endpoint } from './endpoint.ts';

export const channelSchema = z.enum(['email', 'sms', 'whatsapp', 'push']);
export type Channel = z.output<typeof channelSchema>;

/** A user in replies of the API. It never contains a password or a hash. */
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
  /** Steps the user must complete before the account opens anything else. */
  requires: z.array(z.enum(['second-step', 'new-secret', 'second-step-setup'])),
  emailConfirmed: z.boolean(),
  phoneConfirmed: z.boolean(),
  /** False: somebody typed the phone online and did not confirm it, so it gets no messages. */
  phoneKnown: z.boolean(),
  locale: langSchema,
  channels: z.array(channelSchema),
  /** True if no message outside the app can reach the user. */
  unreachable: z.boolean(),
  /** Hours in which the user's phone may ring; null: at any time. */
  reach: reachSchema,
  createdAt: instant,
  /** Version of the user and of her details; a change must send it. */
  version: z.int(),
  deactivated: z.boolean(),
  /** Patients for whom the user also books; empty in lists. */
  caresFor: z.array(z.object({ id, name: z.string() })),
  /** The privacy notice changed in substance, and the user must agree again. Always false in lists. */
  asksConsent: z.boolean(),
});
export type User = z.output<typeof userSchema>;

/** Roles to filter by, comma separated: `patient,user`. */
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
    'Lists people by name: all whom the viewer may see, or those of some roles. A search with `q` does not count beyond its page: `50+` means that there are more',
  query: z.object({
    ...listQuery,
    role: z.optional(rolesFilter),
    sort: z.optional(z.enum(['name', 'newest', 'match'])),
    /** Skips the exact total: the client does not show it. */
    uncounted: z.optional(z.literal('1')),
  }),
  reply: z.array(userSchema),
});

/** A patient in search results: contact details and appointments. */
export const foundPatientSchema = z.object({
  id,
  name: z.string(),
  ...reachFields,
  /** False: somebody typed the phone online and did not confirm it. */
  phoneKnown: z.boolean(),
  reference: z.string(),
  /** No name matches the typed one exactly: this name is spelled similarly. */
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
  summary:
    'Finds patients by part of a name, phone number or code, best match first, each with her next appointment',
  query: z.object({ q: listQuery.q, limit: listQuery.limit }),
  reply: z.array(foundPatientSchema),
});

export const getUser = endpoint({
  method: 'GET',
  path: '/api/users/:id',
  shows: ['users', 'appointments'],
  access: 'signed-in',
  summary: "Returns the user herself or, for staff, a patient. Access to a patient's file is recorded",
  params: idParams,
  reply: userSchema,
});

const person = {
  name: personName(),
  email: optionalEmail,
  phone: optionalPhone,
  secondaryPhone: optionalPhone,
};
/** Fields that users may set about themselves, and staff about a patient. */
export const personBody = z.object(person);

const newPatientBody = z.object({
  ...person,
  username: z.optional(z.union([z.literal(''), username], 'validation.usernameShort')),
  password: z.optional(password),
  role: z.optional(z.literal('patient')),
  /**
   * Confirms that this is another person than the existing patient with the same phone and a similar name.
   */
  another: z.optional(z.boolean()),
  /** Without channels, messages use the phone and e-mail; the language follows the script of the name. */
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
    'Creates a patient. A password is handed over and replaced at the first sign-in; without a password she cannot sign in',
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
  summary: 'Creates an account of any role. A staff account requires a recent proof of identity',
  body: newUserBody,
  reply: userSchema,
  status: 201,
  errors: ['username_taken', 'common_password', 'proof_needed'],
});

/**
 * Send only the changed fields. Only admins may change `role`. Changing one's own e-mail or phone needs a
 * sign-in or identity proof within the last 15 minutes, or `currentPassword`.
 */
export const changeUserBody = z.object({
  ...person,
  name: z.optional(person.name),
  username: z.optional(username),
  role: z.optional(roleSchema),
  locale: z.optional(langSchema),
  channels: z.optional(z.array(channelSchema)),
  reach: z.optional(reachSchema),
  /** The patient confirmed her unchanged phone to staff: it counts as entered by them. */
  phoneKnown: z.optional(z.literal(true)),
  version: z.optional(version),
  currentPassword: z.optional(z.string().check(z.maxLength(128))),
});
export const changeUser = endpoint({
  method: 'PATCH',
  path: '/api/users/:id',
  changes: ['users', 'staff', 'disruptions'],
  access: 'signed-in',
  summary: "Changes details: the user's own, for staff a patient's, for admins anyone's and their role",
  params: idParams,
  body: changeUserBody,
  reply: userSchema,
  errors: [
    'username_taken',
    'contact_taken',
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
  summary: "Deletes an account. If it has appointments, these stay without the person's identity",
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
  summary: "Changes the user's own password and ends all other sessions",
  ...changePassword,
});
export const postPassword = endpoint({
  method: 'POST',
  path: '/api/users/:id/change-password',
  changes: ['users', 'sessions', 'notifications'],
  summary: "Changes the user's own password (for the form on the admin page)",
  ...changePassword,
});

/** Sets a temporary password: admins for any user, staff for a patient. */
export const handOverPassword = endpoint({
  method: 'POST',
  path: '/api/users/:id/hand-over-password',
  changes: ['users', 'sessions'],
  access: staffWithoutReceptionists,
  proof: 'recent',
  summary: 'Sets a password to hand over, which must be replaced at the next sign-in',
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
  summary: 'Signs another user out on every device; her password stays',
  params: idParams,
  reply: nothing,
  status: 204,
  errors: ['protected_account'],
});
