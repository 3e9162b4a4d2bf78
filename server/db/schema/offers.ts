import { boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import type { OfferReason, OfferState } from '#shared/domain/visits/offer-state.ts';
import { appointments } from './appointments.ts';
import { instant, wallClock } from './columns.ts';
import { locations } from './locations.ts';
import { services } from './services.ts';
import { users } from './users.ts';
import { wishes } from './wishes.ts';

/** What came of calling somebody: columns of every row that says whom to call. */
export const callColumns = {
  triedAt: instant('tried_at'),
  calledAt: instant('called_at'),
  calledBy: integer('called_by').references(() => users.id, { onDelete: 'set null' }),
  /** What she said on the phone. */
  said: text('said'),
};

/** A time kept for one patient until an hour that she is told. */
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
  /** The time is still kept, for as long as its hour has not come. */
  holds: boolean('holds').notNull().default(true),
  heldUntil: instant('held_until').notNull(),
  /** The visit that would move there; none where a new one is booked. */
  appointmentId: integer('appointment_id').references(() => appointments.id, { onDelete: 'set null' }),
  /** Whose turn it was on the waiting list. */
  wishId: integer('wish_id').references(() => wishes.id, { onDelete: 'set null' }),
  createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
  createdAt: instant('created_at').notNull().defaultNow(),
  answeredAt: instant('answered_at'),
  ...callColumns,
});
