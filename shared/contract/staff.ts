import * as z from 'zod/mini';
import { spokenLanguages } from '../domain/people/doctor-name.ts';
import { staffRoles } from '../domain/people/roles.ts';
import { reachFilters } from '../domain/visits/appointment-status.ts';
import {
  id,
  idParams,
  isoDate,
  longText,
  nameText,
  nothing,
  optionalEmail,
  optionalPhone,
  password,
  personName,
  statusSchema,
  uploadUrl,
  username,
  version,
} from '../fields.ts';
import { displacedVisitsSchema } from './disruptions.ts';
import { doctorNameSchema, genderSchema, languageSchema } from './doctors.ts';
import { endpoint } from './endpoint.ts';
import { userSchema } from './users.ts';

/** Roles that the staff page can assign. */
const staffRole = z.enum(['receptionist', 'doctor', 'admin']);

/** Texts of a doctor's public page, and whether there is one. */
const doctorPage = {
  onSite: z.boolean(),
  languages: z.array(languageSchema),
  about: z.string(),
  aboutAr: z.nullable(z.string()),
};

export const staffMemberSchema = z.object({
  user: userSchema,
  nameAr: z.nullable(z.string()),
  gender: z.nullable(genderSchema),
  title: z.string(),
  titleAr: z.nullable(z.string()),
  speciality: z.string(),
  specialityAr: z.nullable(z.string()),
  ...doctorPage,
  photoUrl: z.nullable(z.string()),
  /** For a receptionist including closed branches, so that their history stays visible. */
  locationIds: z.array(id),
  version: z.int(),
});
export type StaffMember = z.output<typeof staffMemberSchema>;

const profile = {
  nameAr: z.optional(z.nullable(nameText(200, 0))),
  gender: z.optional(z.nullable(genderSchema)),
  title: z.optional(nameText(80, 0)),
  titleAr: z.optional(z.nullable(nameText(80, 0))),
  speciality: z.optional(nameText(160, 0)),
  specialityAr: z.optional(z.nullable(nameText(160, 0))),
  onSite: z.optional(z.boolean()),
  languages: z.optional(z.array(languageSchema).check(z.maxLength(spokenLanguages.length))),
  about: z.optional(longText(1500)),
  aboutAr: z.optional(z.nullable(longText(1500))),
  photoUrl: z.optional(z.nullable(z.union([z.literal(''), uploadUrl], 'validation.imageAddress'))),
  locationIds: z.optional(z.array(id).check(z.maxLength(200))),
};
export const newStaffBody = z.object({
  ...profile,
  name: personName(),
  username,
  email: optionalEmail,
  phone: optionalPhone,
  password,
  role: staffRole,
});
export const changeStaffBody = z.object({
  ...profile,
  name: z.optional(personName()),
  email: optionalEmail,
  phone: optionalPhone,
  role: z.optional(staffRole),
  deactivated: z.optional(z.boolean()),
  version: z.optional(version),
});

export const listStaff = endpoint({
  method: 'GET',
  path: '/api/staff',
  shows: ['staff'],
  access: ['admin'],
  summary: 'Lists receptionists, doctors and admins, active ones first',
  reply: z.array(staffMemberSchema),
});
export const createStaff = endpoint({
  method: 'POST',
  path: '/api/staff',
  changes: ['staff', 'users'],
  access: ['admin'],
  proof: 'recent',
  summary:
    'Creates a receptionist, doctor or admin. The password is handed over and replaced at the first sign-in',
  body: newStaffBody,
  reply: staffMemberSchema,
  status: 201,
  errors: ['username_taken', 'common_password', 'unknown_location'],
});
export const changeStaff = endpoint({
  method: 'PATCH',
  path: '/api/staff/:id',
  changes: ['staff', 'users', 'schedules', 'disruptions'],
  access: ['admin'],
  summary:
    'Changes, deactivates or reactivates a member of staff; a deactivated person is signed out everywhere',
  params: idParams,
  body: changeStaffBody,
  reply: staffMemberSchema,
  errors: ['protected_account', 'unknown_location', 'asked_for_woman', 'stale'],
});

export const previewStaffChange = endpoint({
  method: 'POST',
  path: '/api/staff/:id/preview',
  changes: [],
  access: ['admin'],
  summary:
    'Lists appointments that would be displaced if a doctor left the clinic or a branch. Nothing is saved',
  params: idParams,
  body: z.object({
    role: z.optional(staffRole),
    deactivated: z.optional(z.boolean()),
    locationIds: z.optional(z.array(id).check(z.maxLength(200))),
  }),
  reply: displacedVisitsSchema,
});

export const ownPlace = endpoint({
  method: 'GET',
  path: '/api/staff/me',
  shows: ['staff', 'locations'],
  access: staffRoles,
  summary:
    "Returns the user's branches (all if none are assigned), the branch chosen last, whether only her own appointments are shown, and her name",
  reply: z.object({
    locationIds: z.array(id),
    homeLocationId: z.nullable(id),
    /** For a doctor: her screens show only her own appointments. */
    onlyMine: z.boolean(),
    called: doctorNameSchema,
  }),
});
export const chooseOwnPlace = endpoint({
  method: 'PUT',
  path: '/api/staff/me',
  changes: ['staff'],
  access: staffRoles,
  summary:
    "Chooses the branch that the user's screens start with, and whether a doctor sees only her own appointments",
  body: z.object({ homeLocationId: z.optional(id), onlyMine: z.optional(z.boolean()) }),
  reply: nothing,
  status: 204,
  errors: ['not_your_branch', 'unknown_location'],
});

/** Maximum number of saved filters per user. */
export const maxSavedFilters = 20;
/** Filters of an appointment list; the search text is never saved. */
const filtersSchema = z.object({
  status: z.nullable(statusSchema),
  locationId: z.nullable(id),
  period: z.enum(['all', 'coming', 'today', 'week', 'month', 'custom']),
  /** Limits of a custom range; null: open. */
  from: z.nullable(isoDate),
  to: z.nullable(isoDate),
  reach: z.nullable(z.enum(reachFilters)),
});
const savedFilterSchema = z.object({ id, name: z.string(), filters: filtersSchema });
export type SavedFilter = z.output<typeof savedFilterSchema>;
export const listSavedFilters = endpoint({
  method: 'GET',
  path: '/api/staff/me/filters',
  shows: ['staff'],
  access: staffRoles,
  summary: "Lists the user's saved filters of the appointment list by name",
  reply: z.array(savedFilterSchema),
});
export const saveFilter = endpoint({
  method: 'POST',
  path: '/api/staff/me/filters',
  changes: ['staff'],
  access: staffRoles,
  summary: 'Saves filters under a name, replacing those of the same name',
  body: z.object({ name: nameText(40), filters: filtersSchema }),
  reply: savedFilterSchema,
  errors: ['too_many'],
});
export const removeFilter = endpoint({
  method: 'DELETE',
  path: '/api/staff/me/filters/:id',
  changes: ['staff'],
  access: staffRoles,
  summary: "Deletes one of the user's saved filters",
  params: idParams,
  reply: nothing,
  status: 204,
});
