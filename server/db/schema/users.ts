import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import type { Channel } from '#shared/contract/users.ts';
import type { Lang } from '#shared/domain/languages.ts';
import type { PhoneReach } from '#shared/domain/messages/quiet-hours.ts';
import type { Relation } from '#shared/domain/people/family.ts';
import type { MergedBefore } from '#shared/domain/people/merging.ts';
import type { Role } from '#shared/domain/people/roles.ts';
import { instant, searchVector } from './columns.ts';

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
  /** The chosen channels; null: none chosen (`defaultChannels`). */
  channels: text('channels').array().$type<Channel[]>(),
  /** When her phone may ring; null: not answered. */
  reach: jsonb('reach').$type<PhoneReach>(),
  isSuperAdmin: boolean('is_super_admin').notNull().default(false),
  version: integer('version').notNull().default(1),
  createdBy: integer('created_by').references((): AnyPgColumn => users.id),
  createdAt: instant('created_at').notNull().defaultNow(),
  deactivatedAt: instant('deactivated_at'),
  erasedAt: instant('erased_at'),
  /** Last change of data that other programs read; set by the database. */
  updatedAt: instant('updated_at').notNull().defaultNow(),
  /** The record that this one was merged into. */
  mergedInto: integer('merged_into').references((): AnyPgColumn => users.id),
  /** Normalized name, username, phones and e-mail, each between bars; written by the database. */
  search: text('search').notNull().generatedAlwaysAs(sql`computed by the migration`),
  /** The person's `searchWords`; null until they are computed. */
  words: searchVector('words'),
});

/** Guardianships, one at a time per patient; ended, not deleted. */
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

/** Merges of two records: what was moved, and both as they were while it can be undone. */
export const merges = pgTable('merges', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  keptId: integer('kept_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  goneId: integer('gone_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  mergedBy: integer('merged_by').references(() => users.id, { onDelete: 'set null' }),
  at: instant('at').notNull(),
  moved: jsonb('moved').$type<Record<string, (number | string)[]>>().notNull().default({}),
  before: jsonb('before').$type<MergedBefore>(),
  undoneBy: integer('undone_by').references(() => users.id, { onDelete: 'set null' }),
  undoneAt: instant('undone_at'),
});

/** Staff's answer whether two records are one person, the smaller id first. */
export const doubles = pgTable(
  'doubles',
  {
    lowId: integer('low_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    highId: integer('high_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    verdict: text('verdict').$type<'same' | 'different'>().notNull(),
    saidBy: integer('said_by').references(() => users.id, { onDelete: 'set null' }),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.lowId, table.highId] })],
);
