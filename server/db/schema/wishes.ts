import { date, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { DayPart } from '#shared/domain/day-part.ts';
import type { DoctorWish } from '#shared/domain/visits/doctor-times.ts';
import type { WishState } from '#shared/domain/wish-rules.ts';
import { appointments } from './appointments.ts';
import { instant } from './columns.ts';
import { services } from './services.ts';
import { users } from './users.ts';

/** The waiting list: patients who want an earlier time or a new appointment, and which times suit them. */
export const wishes = pgTable('wishes', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  patientId: integer('patient_id')
    .notNull()
    .references(() => users.id),
  /** The appointment that the patient wants earlier. */
  appointmentId: integer('appointment_id').references(() => appointments.id, { onDelete: 'cascade' }),
  /** The service of a new appointment. */
  serviceId: integer('service_id').references(() => services.id),
  doctorId: integer('doctor_id').references(() => users.id),
  doctorWish: text('doctor_wish').$type<DoctorWish>().notNull().default('any'),
  locationIds: integer('location_ids').array().notNull(),
  fromDate: date('from_date'),
  toDate: date('to_date'),
  /** Null: the whole day. */
  parts: text('parts').array().$type<DayPart[]>().notNull().default([]),
  state: text('state').$type<WishState>().notNull().default('waiting'),
  /** The member of staff who added the entry; null: the patient herself. */
  madeBy: integer('made_by').references(() => users.id, { onDelete: 'set null' }),
  createdAt: instant('created_at').notNull().defaultNow(),
  endedAt: instant('ended_at'),
});
