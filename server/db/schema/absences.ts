import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, wallClockRange } from './columns.ts';
import { staff } from './staff.ts';
import { users } from './users.ts';

/** Days or hours in which a doctor does not work. */
export const absences = pgTable('absences', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: integer('user_id')
    .notNull()
    .references(() => staff.userId, { onDelete: 'cascade' }),
  during: wallClockRange('during').notNull(),
  reason: text('reason').notNull().default(''),
  createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
  createdAt: instant('created_at').notNull().defaultNow(),
});
