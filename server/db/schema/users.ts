import { sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import type { Channel } from '#shared/contract/users.ts';
import type { Relation } from '#shared/domain/people/family.ts';
import type { Role } from '#shared/domain/people/roles.ts';
import type { Lang } from '#shared/messages/catalogue.ts';
import { instant, textWords } from './columns.ts';

export const users = pgTable('users', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  role: text('role').$type<Role>().notNull(),
  name: text('name').notNull(),
  username: text('username'),
  email: text('email'),
  phone: text('phone'),
  secondaryPhone: text('phone2'),
  emailConfirmedAt: instant('email_confirmed_at'),
  phoneConfirmedAt: instant('phone_confirmed_at'),
  authProvider: text('auth_provider').notNull().default('local'),
  locale: text('locale').$type<Lang>().notNull().default('ar'),
  channels: text('channels').array().$type<Channel[]>().notNull().default(['email']),
  isSuperAdmin: boolean('is_super_admin').notNull().default(false),
  version: integer('version').notNull().default(1),
  createdBy: integer('created_by').references((): AnyPgColumn => users.id),
  createdAt: instant('created_at').notNull().defaultNow(),
  deactivatedAt: instant('deactivated_at'),
  erasedAt: instant('erased_at'),
  /** Folded name, username, phones and e-mail, each between bars; written by the database. */
  search: text('search').notNull().generatedAlwaysAs(sql`computed by the migration`),
  /** Her `searchWords`; null until they are reckoned. */
  words: textWords('words'),
});

/** Who looks after whom, one at a time; ended, not deleted. */
export const guardians = pgTable('guardians', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  patientId: integer('patient_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  guardianId: integer('guardian_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  relation: text('relation').$type<Relation>().notNull(),
  birthYear: smallint('birth_year'),
  seesVisits: boolean('sees_visits').notNull().default(true),
  readsNotes: boolean('reads_notes').notNull().default(false),
  since: instant('since').notNull().defaultNow(),
  until: instant('until'),
});
