import * as z from 'zod/mini';
import { id, idParams, longText, nameText, nothing, version } from '../fields.ts';
import { endpoint } from './endpoint.ts';

export const serviceSchema = z.object({
  id,
  name: z.string(),
  nameAr: z.nullable(z.string()),
  description: z.string(),
  descriptionAr: z.nullable(z.string()),
  icon: z.nullable(z.string()),
  durationMinutes: z.int(),
  position: z.int(),
  /** What happens at such an appointment, and what to bring: one item per line. */
  whatHappens: z.nullable(z.string()),
  whatHappensAr: z.nullable(z.string()),
  bring: z.nullable(z.string()),
  bringAr: z.nullable(z.string()),
  /** In Egyptian pounds; null if no price is shown. */
  priceFrom: z.nullable(z.int()),
  version: z.int(),
});
export type Service = z.output<typeof serviceSchema>;

const fields = {
  name: nameText(120),
  nameAr: z.optional(z.nullable(nameText(120, 0))),
  description: z.optional(longText(1000)),
  descriptionAr: z.optional(z.nullable(longText(1000))),
  icon: z.optional(z.nullable(z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, 'validation.icon')))),
  durationMinutes: z.optional(
    z.int('validation.number').check(z.gte(5, 'validation.minutes'), z.lte(480, 'validation.minutes')),
  ),
  position: z.optional(z.int('validation.number').check(z.gte(0), z.lte(10_000))),
  whatHappens: z.optional(z.nullable(longText(1000))),
  whatHappensAr: z.optional(z.nullable(longText(1000))),
  bring: z.optional(z.nullable(longText(1000))),
  bringAr: z.optional(z.nullable(longText(1000))),
  priceFrom: z.optional(
    z.nullable(
      z.int('validation.number').check(z.gte(0, 'validation.number'), z.lte(1_000_000, 'validation.number')),
    ),
  ),
};
export const serviceBody = z.object(fields);
const changeServiceBody = z.object({
  ...fields,
  name: z.optional(fields.name),
  version: z.optional(version),
});

export const listServices = endpoint({
  method: 'GET',
  path: '/api/services',
  shows: ['services'],
  access: 'public',
  key: 'services.read',
  summary: 'Lists the services',
  reply: z.array(serviceSchema),
});
export const createService = endpoint({
  method: 'POST',
  path: '/api/services',
  changes: ['services'],
  access: ['admin'],
  key: 'services.write',
  summary: 'Adds a service',
  body: serviceBody,
  reply: serviceSchema,
  status: 201,
  errors: ['name_taken'],
});
export const changeService = endpoint({
  method: 'PATCH',
  path: '/api/services/:id',
  changes: ['services'],
  access: ['admin'],
  key: 'services.write',
  summary: 'Changes a service',
  params: idParams,
  body: changeServiceBody,
  reply: serviceSchema,
  errors: ['name_taken', 'stale'],
});
export const deleteService = endpoint({
  method: 'DELETE',
  path: '/api/services/:id',
  changes: ['services'],
  access: ['admin'],
  summary:
    'Ends a service; past appointments keep its name. Rejected while appointments, offers or waiting patients still need it',
  params: idParams,
  reply: nothing,
  status: 204,
  errors: ['still_open'],
});
