import { date, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { locations } from './locations.ts';

/** Shifts of a branch in minutes of the day; `weekday` 0 is Sunday; no `closes` = no written end. */
export const locationHours = pgTable('location_hours', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  locationId: integer('location_id')
    .notNull()
    .references(() => locations.id),
  weekday: smallint('weekday').notNull(),
  opens: smallint('opens').notNull(),
  closes: smallint('closes'),
});

/** A day that differs from the weekly schedule; without hours it is closed. */
export const locationExceptions = pgTable('location_exceptions', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  locationId: integer('location_id')
    .notNull()
    .references(() => locations.id),
  day: date('day', { mode: 'string' }).notNull(),
  opens: smallint('opens'),
  closes: smallint('closes'),
  reason: text('reason'),
  reasonAr: text('reason_ar'),
  batch: uuid('batch'),
});
