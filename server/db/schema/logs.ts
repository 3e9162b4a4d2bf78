import { bigint, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

export type ClientLogKind = 'message' | 'interaction' | 'error';

/** Reports of browsers: messages shown, interactions, errors. Never what a person typed. */
export const clientLogs = pgTable('client_logs', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: instant('at').notNull().defaultNow(),
  kind: text('kind').$type<ClientLogKind>().notNull(),
  type: text('type').notNull(),
  userId: integer('user_id'),
  page: text('page'),
  text: text('text').notNull().default(''),
  details: jsonb('details').$type<Record<string, unknown>>(),
  fingerprint: text('fingerprint'),
});

export const errorGroups = pgTable('error_groups', {
  fingerprint: text('fingerprint').primaryKey(),
  message: text('message').notNull(),
  n: bigint('n', { mode: 'number' }).notNull(),
  firstAt: instant('first_at').notNull(),
  lastAt: instant('last_at').notNull(),
  sample: jsonb('sample').$type<Record<string, unknown>>(),
});
