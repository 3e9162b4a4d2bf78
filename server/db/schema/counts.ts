import { date, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';

/** Appointments per branch, day and status. The current number is this plus `dayCountDeltas`. */
export const dayCounts = pgTable(
  'day_counts',
  {
    locationId: integer('location_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    status: text('status').notNull(),
    n: integer('n').notNull(),
  },
  (t) => [primaryKey({ columns: [t.locationId, t.day, t.status] })],
);

/** The same per branch and status, over all days. */
export const branchCounts = pgTable(
  'branch_counts',
  {
    locationId: integer('location_id').notNull(),
    status: text('status').notNull(),
    n: integer('n').notNull(),
  },
  (t) => [primaryKey({ columns: [t.locationId, t.status] })],
);

/** Written by a trigger on every change of an appointment. */
export const dayCountDeltas = pgTable('day_count_deltas', {
  locationId: integer('location_id').notNull(),
  day: date('day', { mode: 'string' }).notNull(),
  status: text('status').notNull(),
  n: smallint('n').notNull(),
});
