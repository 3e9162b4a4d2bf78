import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';

export const uploads = pgTable('uploads', {
  id: text('id').primaryKey(),
  mediaType: text('media_type').notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  bytes: bytea('bytes').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});
