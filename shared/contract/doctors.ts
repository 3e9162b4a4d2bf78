import * as z from 'zod/mini';
import { genders } from '../domain/people/doctor-name.ts';
import { staffRoles } from '../domain/people/roles.ts';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';

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
