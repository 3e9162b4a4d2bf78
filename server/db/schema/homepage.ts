import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { users } from './users.ts';

/** Homepage sections, clinic settings and legal pages. The newest row of a key is the one in force. */
export const contentVersions = pgTable('content_versions', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  key: text('key').notNull(),
  body: jsonb('body').$type<unknown>().notNull(),
  authorId: integer('author_id').references(() => users.id),
  createdAt: instant('created_at').notNull().defaultNow(),
});
