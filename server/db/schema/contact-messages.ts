import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { Lang } from '#shared/messages/catalogue.ts';
import { instant } from './columns.ts';
import { users } from './users.ts';

export type ContactMessageState = 'new' | 'read' | 'answered' | 'closed';

export const contactMessages = pgTable('contact_messages', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  message: text('message').notNull(),
  locale: text('locale').$type<Lang>().notNull(),
  state: text('state').$type<ContactMessageState>().notNull().default('new'),
  answer: text('answer'),
  answeredBy: integer('answered_by').references(() => users.id),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});
