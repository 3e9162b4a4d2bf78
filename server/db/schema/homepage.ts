import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Lang } from '#shared/domain/languages.ts';
import { instant } from './columns.ts';
import { users } from './users.ts';

/** Homepage sections, clinic settings and legal pages. The newest row of a key counts. */
export const contentVersions = pgTable('content_versions', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  key: text('key').notNull(),
  body: jsonb('body').$type<unknown>().notNull(),
  authorId: integer('author_id').references(() => users.id),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** Of the privacy notice: a substantial change, for which everybody is asked to consent again. */
  asksAnew: boolean('asks_anew').notNull().default(false),
});

/** Consents to versions of the privacy notice; a person's newest row counts. */
export const consents = pgTable('consents', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  contentId: integer('content_id')
    .notNull()
    .references(() => contentVersions.id),
  lang: text('lang').$type<Lang>().notNull(),
  /** Entered by staff in the patient's presence. */
  atDesk: boolean('at_desk').notNull(),
  givenBy: integer('given_by').references(() => users.id, { onDelete: 'set null' }),
  givenAt: instant('given_at').notNull(),
  withdrawnBy: integer('withdrawn_by').references(() => users.id, { onDelete: 'set null' }),
  withdrawnAt: instant('withdrawn_at'),
});
