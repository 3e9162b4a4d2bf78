import { boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import type { DisplacedCause } from '#shared/domain/displaced-state.ts';
import { absences } from './absences.ts';
import { appointments } from './appointments.ts';
import { instant, wallClock } from './columns.ts';
import { locations } from './locations.ts';
import { notices } from './messages.ts';
import { callColumns, offers } from './offers.ts';
import { users } from './users.ts';

/**
 * Why appointments cannot take place: a doctor is absent or has left, or the hours or rooms of a branch have
 * changed. If one save changed several things, `cause` is the first that applies of hours, departure and
 * rooms.
 */
export const disruptions = pgTable('disruptions', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  doctorId: integer('doctor_id').references(() => users.id),
  /** Not written any more: `displaced.causes` replaced it. The previous version still reads it. */
  fewerRooms: boolean('fewer_rooms').notNull().default(false),
  cause: text('cause').$type<'absence' | 'hours' | 'departure' | 'rooms'>().notNull().default('absence'),
  absenceId: integer('absence_id').references(() => absences.id, { onDelete: 'set null' }),
  locationId: integer('location_id').references(() => locations.id),
  localFrom: wallClock('local_from').notNull(),
  localTo: wallClock('local_to').notNull(),
  createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** An appointment as it was when it was displaced, and what was done about it. */
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
  /**
   * Reasons why it cannot take place. Empty in rows of the previous version: the disruption has the reason.
   */
  causes: text('causes').array().$type<DisplacedCause[]>().notNull().default([]),
  /** The requested offer, until it is made. */
  wantedLocationId: integer('wanted_location_id').references(() => locations.id),
  wantedStart: wallClock('wanted_start'),
  wantedDoctorId: integer('wanted_doctor_id').references(() => users.id),
  wantedBy: integer('wanted_by').references(() => users.id, { onDelete: 'set null' }),
  wantedAt: instant('wanted_at'),
  round: smallint('round').notNull().default(0),
  offerId: integer('offer_id').references(() => offers.id, { onDelete: 'set null' }),
  /** Whether the patient was notified of the offer; null: no offer. */
  reached: boolean('reached'),
  remindedAt: instant('reminded_at'),
  ...callColumns,
});

/** Patients whom a notice did not reach: somebody has to call them. */
export const unreached = pgTable('unreached', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  noticeId: integer('notice_id')
    .notNull()
    .references(() => notices.id, { onDelete: 'cascade' }),
  /** The recipient: the patient, or her guardian. */
  patientId: integer('patient_id')
    .notNull()
    .references(() => users.id),
  /** An appointment of the notice, as it was. */
  appointmentId: integer('appointment_id')
    .notNull()
    .references(() => appointments.id, { onDelete: 'cascade' }),
  locationId: integer('location_id')
    .notNull()
    .references(() => locations.id),
  localStart: wallClock('local_start').notNull(),
  ...callColumns,
});
