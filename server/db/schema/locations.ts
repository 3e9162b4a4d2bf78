import { boolean, date, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import type { BookedBy } from '#shared/domain/visits/doctor-times.ts';
import { instant } from './columns.ts';
import { uploads } from './uploads.ts';

export const locations = pgTable('locations', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  nameAr: text('name_ar'),
  address: text('address').notNull(),
  addressAr: text('address_ar'),
  openHours: text('open_hours').notNull(),
  openHoursAr: text('open_hours_ar'),
  phone: text('phone').notNull().default(''),
  imageId: text('image_id').references(() => uploads.id),
  rooms: smallint('rooms').notNull().default(1),
  position: integer('position').notNull().default(0),
  landmark: text('landmark'),
  landmarkAr: text('landmark_ar'),
  whatsapp: text('whatsapp'),
  bookedBy: text('booked_by').$type<BookedBy>().notNull().default('room'),
  /** From this day on the branch is closed. */
  closedFrom: date('closed_from', { mode: 'string' }),
  autoConfirm: boolean('auto_confirm').notNull().default(false),
  hoursVersion: integer('hours_version').notNull().default(1),
  version: integer('version').notNull().default(1),
  archivedAt: instant('archived_at'),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});
