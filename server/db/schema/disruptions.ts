import { boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { absences } from './absences.ts';
import { appointments } from './appointments.ts';
import { instant, wallClock } from './columns.ts';
import { locations } from './locations.ts';
import { notices } from './messages.ts';
import { callColumns, offers } from './offers.ts';
import { users } from './users.ts';

/** Why appointments cannot take place: a doctor is away or has left, or the hours of a branch have changed. */
export const disruptions = pgTable('disruptions', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  doctorId: integer('doctor_id').references(() => users.id),
  cause: text('cause').$type<'absence' | 'hours' | 'departure'>().notNull().default('absence'),
  absenceId: integer('absence_id').references(() => absences.id, { onDelete: 'set null' }),
  locationId: integer('location_id').references(() => locations.id),
  localFrom: wallClock('local_from').notNull(),
  localTo: wallClock('local_to').notNull(),
  createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** A visit as it was when it was displaced, and what was done about it. */
export const displaced = pgTable('displaced', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  disruptionId: integer('disruption_id')
    .notNull()
    .references(() => disruptions.id, { onDelete: 'cascade' }),
  appointmentId: integer('appointment_id').references(() => appointments.id, { onDelete: 'set null' }),
  patientId: integer('patient_id')
    .notNull()
    .references(() => users.id),
  locationId: integer('location_id')
    .notNull()
    .references(() => locations.id),
  doctorId: integer('doctor_id').references(() => users.id),
  localStart: wallClock('local_start').notNull(),
  /** What somebody wants her to be offered, until that is done. */
  wantedLocationId: integer('wanted_location_id').references(() => locations.id),
  wantedStart: wallClock('wanted_start'),
  wantedDoctorId: integer('wanted_doctor_id').references(() => users.id),
  wantedBy: integer('wanted_by').references(() => users.id, { onDelete: 'set null' }),
  wantedAt: instant('wanted_at'),
  round: smallint('round').notNull().default(0),
  offerId: integer('offer_id').references(() => offers.id, { onDelete: 'set null' }),
  /** A message went out with the offer; null: nothing was offered. */
  reached: boolean('reached'),
  remindedAt: instant('reminded_at'),
  ...callColumns,
});

/** Whom what staff wrote to many did not reach: somebody calls her. */
export const unreached = pgTable('unreached', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  noticeId: integer('notice_id')
    .notNull()
    .references(() => notices.id, { onDelete: 'cascade' }),
  /** Who would have read it: the patient, or who looks after her. */
  patientId: integer('patient_id')
    .notNull()
    .references(() => users.id),
  /** The first visit that it was about, as it was. */
  appointmentId: integer('appointment_id')
    .notNull()
    .references(() => appointments.id, { onDelete: 'cascade' }),
  locationId: integer('location_id')
    .notNull()
    .references(() => locations.id),
  localStart: wallClock('local_start').notNull(),
  ...callColumns,
});
