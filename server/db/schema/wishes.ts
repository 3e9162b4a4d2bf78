import { date, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { DayPart } from '#shared/domain/day-part.ts';
import type { DoctorWish } from '#shared/domain/visits/doctor-times.ts';
import type { WishState } from '#shared/domain/wish-rules.ts';
import { appointments } from './appointments.ts';
import { instant } from './columns.ts';
import { services } from './services.ts';
import { users } from './users.ts';

/** Who waits for an earlier time than her visit has, or for a new visit, and what would suit her. */
export const wishes = pgTable('wishes', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  patientId: integer('patient_id')
    .notNull()
    .references(() => users.id),
  /** The visit that shall come sooner. */
  appointmentId: integer('appointment_id').references(() => appointments.id, { onDelete: 'cascade' }),
  /** What a new visit would be for, where she has none. */
  serviceId: integer('service_id').references(() => services.id),
  doctorId: integer('doctor_id').references(() => users.id),
  doctorWish: text('doctor_wish').$type<DoctorWish>().notNull().default('any'),
  locationIds: integer('location_ids').array().notNull(),
  fromDate: date('from_date'),
  toDate: date('to_date'),
  /** None: the whole day. */
  parts: text('parts').array().$type<DayPart[]>().notNull().default([]),
  state: text('state').$type<WishState>().notNull().default('waiting'),
  /** Who of the staff put her there; null: she herself. */
  madeBy: integer('made_by').references(() => users.id, { onDelete: 'set null' }),
  createdAt: instant('created_at').notNull().defaultNow(),
  endedAt: instant('ended_at'),
});
