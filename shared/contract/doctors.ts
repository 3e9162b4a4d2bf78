import * as z from 'zod/mini';
import { genders } from '../domain/people/doctor-name.ts';
import { staffRoles } from '../domain/people/roles.ts';
import { id, idParams } from '../fields.ts';
import { endpoint } from './endpoint.ts';

/** How a doctor is called, wherever she is named. */
export const doctorNameSchema = z.object({
  name: z.string(),
  nameAr: z.nullable(z.string()),
  title: z.string(),
  titleAr: z.nullable(z.string()),
});

export const genderSchema = z.enum(genders);

export const doctorSchema = z.object({
  id,
  ...doctorNameSchema.shape,
  gender: z.nullable(genderSchema),
  speciality: z.string(),
  specialityAr: z.nullable(z.string()),
  /** Where she works; of those that are open. */
  locationIds: z.array(id),
});
export type Doctor = z.output<typeof doctorSchema>;

export const listDoctors = endpoint({
  method: 'GET',
  path: '/api/doctors',
  shows: ['staff', 'users'],
  access: staffRoles,
  summary: 'The doctors of the clinic, by name',
  reply: z.array(doctorSchema),
});

/** A free time of a branch: the first that can be booked. */
export const freeTimeSchema = z.object({ date: z.string(), time: z.string() });
export type FreeTime = z.output<typeof freeTimeSchema>;

/** A doctor as a patient chooses her, with the first time she has. */
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
  summary: 'Whom a patient may choose where doctors are booked: any, a woman, or one of those on duty there',
  params: idParams,
  query: z.object({ service: z.optional(z.string()) }),
  reply: z.object({
    any: z.nullable(freeTimeSchema),
    /** Not there where no woman is on duty. */
    woman: z.optional(z.nullable(freeTimeSchema)),
    doctors: z.array(choosableSchema),
  }),
  errors: ['not_found', 'unknown_service'],
});
