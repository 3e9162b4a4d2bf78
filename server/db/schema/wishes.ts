import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { WishState } from '#shared/domain/wish-rules.ts';
import { appointments } from './appointments.ts';
import { instant } from './columns.ts';
import { users } from './users.ts';

/** Who waits for an earlier time than her visit has, and at which branches. */
export const wishes = pgTable('wishes', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  patientId: integer('patient_id')
    .notNull()
    .references(() => users.id),
  appointmentId: integer('appointment_id')
    .notNull()
    .references(() => appointments.id, { onDelete: 'cascade' }),
  locationIds: integer('location_ids').array().notNull(),
  state: text('state').$type<WishState>().notNull().default('waiting'),
  createdAt: instant('created_at').notNull().defaultNow(),
  endedAt: instant('ended_at'),
});
