import { boolean, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { AppointmentStatus } from '#shared/domain/visits/appointment-status.ts';
import type { DoctorWish } from '#shared/domain/visits/doctor-times.ts';
import { instant, wallClock } from './columns.ts';
import { locations } from './locations.ts';
import { series } from './series.ts';
import { services } from './services.ts';
import { users } from './users.ts';

export const appointments = pgTable('appointments', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  patientId: integer('patient_id')
    .notNull()
    .references(() => users.id),
  locationId: integer('location_id')
    .notNull()
    .references(() => locations.id),
  serviceId: integer('service_id')
    .notNull()
    .references(() => services.id),
  /** Null: no doctor. A doctor has no two overlapping appointments in rooms. */
  doctorId: integer('doctor_id').references(() => users.id),
  /** The patient's wish for a doctor; a move keeps it. */
  doctorWish: text('doctor_wish').$type<DoctorWish>().notNull().default('any'),
  localStart: wallClock('local_start').notNull(),
  localEnd: wallClock('local_end').notNull(),
  /** Null: overbooked on purpose, outside the room constraint but not the patient's. */
  room: smallint('room'),
  status: text('status').$type<AppointmentStatus>().notNull(),
  notes: text('notes').notNull().default(''),
  /** The series that it was planned in. */
  seriesId: integer('series_id').references(() => series.id),
  /** Booked or moved by the patient, needs a confirming call; only relevant while pending. */
  waitsForCall: boolean('waits_for_call').notNull().default(false),
  createdBy: integer('created_by').references(() => users.id),
  idempotencyKey: text('idempotency_key'),
  version: integer('version').notNull().default(1),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  /** When the patient was last told its time, status or doctor, after the booking; null: never. */
  statedAt: instant('stated_at'),
});

/** Idempotency keys that were given up after a lost answer: a late request with one of them books nothing. */
export const abandonedAttempts = pgTable(
  'abandoned_attempts',
  {
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    idempotencyKey: text('idempotency_key').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.createdBy, table.idempotencyKey] })],
);

/** Facts about a missed appointment; irrelevant while its status is another. */
export const noShows = pgTable('no_shows', {
  appointmentId: integer('appointment_id')
    .primaryKey()
    .references(() => appointments.id, { onDelete: 'cascade' }),
  /** Null: imported. */
  markedAt: instant('marked_at'),
  /** The status before. */
  was: text('was').$type<AppointmentStatus>().notNull().default('confirmed'),
  excusedAt: instant('excused_at'),
  excusedBy: integer('excused_by').references(() => users.id, { onDelete: 'set null' }),
  excuse: text('excuse'),
  saidAt: instant('said_at'),
  /** The patient's explanation, in her own words. */
  said: text('said'),
});
