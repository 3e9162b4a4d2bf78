import {
  boolean,
  date,
  doublePrecision,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { appointments } from './appointments.ts';
import { instant } from './columns.ts';
import { locations } from './locations.ts';

/** The last ticket number of a branch on a day. */
export const dayTickets = pgTable(
  'day_tickets',
  {
    locationId: integer('location_id')
      .notNull()
      .references(() => locations.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    last: smallint('last').notNull(),
  },
  (t) => [primaryKey({ columns: [t.locationId, t.day] })],
);

/**
 * Stage of a patient on the day of the appointment, with its branch and day then: irrelevant after the
 * appointment was moved.
 */
export const arrivals = pgTable('arrivals', {
  appointmentId: integer('appointment_id')
    .primaryKey()
    .references(() => appointments.id, { onDelete: 'cascade' }),
  locationId: integer('location_id')
    .notNull()
    .references(() => locations.id),
  day: date('day', { mode: 'string' }).notNull(),
  ticket: smallint('ticket'),
  walkIn: boolean('walk_in').notNull().default(false),
  hereAt: instant('here_at'),
  /** Checked in with a phone number only, which anybody can type. */
  hereByNumber: boolean('here_by_number').notNull().default(false),
  arrivedAt: instant('arrived_at'),
  calledAt: instant('called_at'),
  seenAt: instant('seen_at'),
  leftAt: instant('left_at'),
  room: smallint('room'),
  /** Position in the queue if staff changed it: minutes of the day. */
  place: doublePrecision('place'),
  movedBecause: text('moved_because'),
});
