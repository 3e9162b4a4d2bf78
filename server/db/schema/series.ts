import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { users } from './users.ts';

/** The request of a series; the requested day and time, and the reason of a rejection. */
interface SeriesRequest {
  after: number;
  serviceId: number;
  together: boolean;
  visits: readonly { date: string; time: string }[];
}
interface RefusedSeriesTime {
  date: string;
  time: string;
  code: string;
}

/** Appointments planned together; each of them has the id. */
export const series = pgTable('series', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
  idempotencyKey: text('idempotency_key'),
  asked: jsonb('asked').$type<SeriesRequest>().notNull(),
  refused: jsonb('refused').$type<readonly RefusedSeriesTime[]>().notNull().default([]),
  createdAt: instant('created_at').notNull().defaultNow(),
});
