import { boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import type { OfferReason, OfferState } from '#shared/domain/visits/offer-state.ts';
import { appointments } from './appointments.ts';
import { instant, wallClock } from './columns.ts';
import { locations } from './locations.ts';
import { services } from './services.ts';
import { users } from './users.ts';
import { wishes } from './wishes.ts';

/** Result of a call: columns of every table of calls. */
export const callColumns = {
  triedAt: instant('tried_at'),
  calledAt: instant('called_at'),
  calledBy: integer('called_by').references(() => users.id, { onDelete: 'set null' }),
  /** The patient's answer on the phone, as the receptionist noted it. */
  said: text('said'),
};

/** A time held for one patient until a deadline. */
export const offers = pgTable('offers', {
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
  doctorId: integer('doctor_id').references(() => users.id),
  localStart: wallClock('local_start').notNull(),
  localEnd: wallClock('local_end').notNull(),
  room: smallint('room').notNull(),
  reason: text('reason').$type<OfferReason>().notNull(),
  state: text('state').$type<OfferState>().notNull().default('open'),
  /** Whether the time is held, until the deadline. */
  holds: boolean('holds').notNull().default(true),
  heldUntil: instant('held_until').notNull(),
  /** The appointment that would move; null for a new one. */
  appointmentId: integer('appointment_id').references(() => appointments.id, { onDelete: 'set null' }),
  /** The waiting-list entry that the time was offered to. */
  wishId: integer('wish_id').references(() => wishes.id, { onDelete: 'set null' }),
  createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
  createdAt: instant('created_at').notNull().defaultNow(),
  answeredAt: instant('answered_at'),
  ...callColumns,
});
