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

/** The last ticket that a branch gave on a day. */
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
 * Where somebody was on the day of her visit, at the branch and day that it had then: of a visit that was
 * moved since, the row says nothing any more.
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
  /** Reported by a phone number alone, which anybody can type. */
  hereByNumber: boolean('here_by_number').notNull().default(false),
  arrivedAt: instant('arrived_at'),
  calledAt: instant('called_at'),
  seenAt: instant('seen_at'),
  leftAt: instant('left_at'),
  room: smallint('room'),
  /** Her place in the queue where staff moved her: minutes of the day. */
  place: doublePrecision('place'),
  movedBecause: text('moved_because'),
});
