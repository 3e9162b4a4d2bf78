import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Lang } from '#shared/domain/languages.ts';
import { instant } from './columns.ts';
import { users } from './users.ts';

/** Homepage sections, clinic settings and legal pages. The newest row of a key is the one in force. */
export const contentVersions = pgTable('content_versions', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  key: text('key').notNull(),
  body: jsonb('body').$type<unknown>().notNull(),
  authorId: integer('author_id').references(() => users.id),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** Of the privacy notice: a change of substance, to which everybody is asked to agree. */
  asksAnew: boolean('asks_anew').notNull().default(false),
});

/** Who agreed to which version of the privacy notice; the newest of hers counts. */
export const consents = pgTable('consents', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  contentId: integer('content_id')
    .notNull()
    .references(() => contentVersions.id),
  lang: text('lang').$type<Lang>().notNull(),
  /** Staff entered it, in front of her. */
  atDesk: boolean('at_desk').notNull(),
  givenBy: integer('given_by').references(() => users.id, { onDelete: 'set null' }),
  givenAt: instant('given_at').notNull(),
  withdrawnBy: integer('withdrawn_by').references(() => users.id, { onDelete: 'set null' }),
  withdrawnAt: instant('withdrawn_at'),
});
