import * as z from 'zod/mini';
import { bookingWays } from '../domain/visits/doctor-times.ts';
import { id, idParams, isoDate, longText, nameText, nothing, uploadUrl, version } from '../fields.ts';
import { endpoint } from './endpoint.ts';

export const locationSchema = z.object({
  id,
  name: z.string(),
  nameAr: z.nullable(z.string()),
  address: z.string(),
  addressAr: z.nullable(z.string()),
  phone: z.string(),
  openHours: z.string(),
  openHoursAr: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  thumbnailUrl: z.nullable(z.string()),
  rooms: z.int(),
  /** Directions, for example: beside the pharmacy, 2nd floor. */
  landmark: z.nullable(z.string()),
  landmarkAr: z.nullable(z.string()),
  whatsapp: z.nullable(z.string()),
  /** Online bookings are confirmed automatically. */
  autoConfirm: z.boolean(),
  /** Whether free times depend on rooms only, or also on the doctors on duty. */
  bookedBy: z.enum(bookingWays),
  /** From this day on the branch is closed; null: it stays open. */
  closedFrom: z.nullable(z.string()),
  version: z.int(),
});
export type Location = z.output<typeof locationSchema>;

export const roomCount = z
  .int('validation.number')
  .check(z.gte(1, 'validation.rooms'), z.lte(50, 'validation.rooms'));
/** Empty like null: the branch stays open. */
export const closingDay = z.nullable(z.union([z.literal(''), isoDate], 'validation.date'));
const image = z.optional(z.nullable(z.union([z.literal(''), uploadUrl], 'validation.imageAddress')));
const fields = {
  name: nameText(120),
  nameAr: z.optional(z.nullable(nameText(120, 0))),
  address: nameText(300),
  addressAr: z.optional(z.nullable(nameText(300, 0))),
  phone: z.optional(nameText(40, 0)),
  /**
   * Text for the public, or a JSON map of weekdays (`{"sunday":"15:00-19:00",…}`), which also sets the weekly
   * schedule.
   */
  openHours: z.optional(longText(1000)),
  openHoursAr: z.optional(z.nullable(longText(1000))),
  imageUrl: image,
  thumbnailUrl: image,
  rooms: z.optional(roomCount),
  landmark: z.optional(z.nullable(nameText(200, 0))),
  landmarkAr: z.optional(z.nullable(nameText(200, 0))),
  whatsapp: z.optional(z.nullable(nameText(40, 0))),
  autoConfirm: z.optional(z.boolean()),
  bookedBy: z.optional(z.enum(bookingWays)),
  closedFrom: z.optional(closingDay),
};
export const locationBody = z.object(fields);
const changeLocationBody = z.object({
  ...fields,
  name: z.optional(fields.name),
  address: z.optional(fields.address),
  version: z.optional(version),
});

export const listLocations = endpoint({
  method: 'GET',
  path: '/api/locations',
  shows: ['locations', 'schedules'],
  access: 'public',
  key: 'locations.read',
  summary: 'Lists the branches',
  reply: z.array(locationSchema),
});
export const createLocation = endpoint({
  method: 'POST',
  path: '/api/locations',
  changes: ['locations', 'schedules'],
  access: ['admin'],
  key: 'locations.write',
  summary: 'Creates a branch',
  body: locationBody,
  reply: locationSchema,
  status: 201,
  errors: ['in_the_past'],
});
export const changeLocation = endpoint({
  method: 'PATCH',
  path: '/api/locations/:id',
  changes: ['locations', 'schedules'],
  access: ['admin'],
  key: 'locations.write',
  summary: 'Changes a branch',
  params: idParams,
  body: changeLocationBody,
  reply: locationSchema,
  errors: ['in_the_past', 'stale'],
});
export const deleteLocation = endpoint({
  method: 'DELETE',
  path: '/api/locations/:id',
  changes: ['locations', 'schedules', 'appointments'],
  access: ['admin'],
  summary: 'Ends a branch. Rejected while it has upcoming appointments, open offers or waiting patients',
  params: idParams,
  reply: nothing,
  status: 204,
  errors: ['has_future_appointments', 'still_open'],
});
