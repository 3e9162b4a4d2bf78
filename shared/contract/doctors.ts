import * as z from 'zod/mini';
import { genders, spokenLanguages } from '../domain/people/doctor-name.ts';
import { staffRoles } from '../domain/people/roles.ts';
import { id, idParam, idParams } from '../fields.ts';
import { endpoint } from './endpoint.ts';

/** Name of a doctor, as shown everywhere. */
export const doctorNameSchema = z.object({
  name: z.string(),
  nameAr: z.nullable(z.string()),
  title: z.string(),
  titleAr: z.nullable(z.string()),
});

export const genderSchema = z.enum(genders);
export const languageSchema = z.enum(spokenLanguages);

export const doctorSchema = z.object({
  id,
  ...doctorNameSchema.shape,
  gender: z.nullable(genderSchema),
  speciality: z.string(),
  specialityAr: z.nullable(z.string()),
  /** Open branches where the doctor works. */
  locationIds: z.array(id),
});
export type Doctor = z.output<typeof doctorSchema>;

export const listDoctors = endpoint({
  method: 'GET',
  path: '/api/doctors',
  shows: ['staff', 'users'],
  access: staffRoles,
  key: 'doctors.read',
  summary: 'Lists the doctors of the clinic by name',
  reply: z.array(doctorSchema),
});

/** First free time of a branch. */
export const freeTimeSchema = z.object({ date: z.string(), time: z.string() });
export type FreeTime = z.output<typeof freeTimeSchema>;

const earliestSchema = z.object({ locationId: id, ...freeTimeSchema.shape });
/** A branch with its first free time. */
export type Earliest = z.output<typeof earliestSchema>;

/** A doctor that a patient can choose, with her first free time. */
const choosableSchema = z.object({
  id,
  ...doctorNameSchema.shape,
  speciality: z.string(),
  specialityAr: z.nullable(z.string()),
  first: z.nullable(freeTimeSchema),
});
export type ChoosableDoctor = z.output<typeof choosableSchema>;

export const branchDoctors = endpoint({
  method: 'GET',
  path: '/api/locations/:id/doctors',
  shows: ['appointments', 'locations', 'schedules', 'absences', 'staff', 'users'],
  access: 'public',
  key: 'doctors.read',
  summary:
    'Lists the choices of doctor at a branch that books by doctor: any doctor, a woman, or a doctor on duty there',
  params: idParams,
  query: z.object({ service: z.optional(z.string()) }),
  reply: z.object({
    any: z.nullable(freeTimeSchema),
    /** Absent if no woman is on duty. */
    woman: z.optional(z.nullable(freeTimeSchema)),
    doctors: z.array(choosableSchema),
  }),
  errors: ['not_found', 'unknown_service'],
});

export const earliestTimes = endpoint({
  method: 'GET',
  path: '/api/earliest',
  shows: ['appointments', 'locations', 'schedules', 'absences', 'staff', 'users'],
  access: 'public',
  forOtherSites: true,
  key: 'schedules.read',
  summary:
    'Lists the first free time of each branch, soonest first; of one doctor if she can be booked by name',
  query: z.object({ service: z.optional(z.string()), doctorId: z.optional(idParam) }),
  reply: z.array(earliestSchema),
  errors: ['unknown_service', 'unknown_doctor'],
});
