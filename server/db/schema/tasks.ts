import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Periodic jobs. A process takes one by moving its `dueAt`, so that no two run it at once. */
export const tasks = pgTable('tasks', {
  name: text('name').primaryKey(),
  dueAt: instant('due_at').notNull().defaultNow(),
  lastOkAt: instant('last_ok_at'),
  lastError: text('last_error'),
});
