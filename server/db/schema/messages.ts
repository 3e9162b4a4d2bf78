import { bigint, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import type { MessageChannel } from '#shared/domain/message-kinds.ts';
import type { Lang } from '#shared/messages/catalogue.ts';
import { instant } from './columns.ts';
import { users } from './users.ts';

export type MessageState = 'queued' | 'sent' | 'kept' | 'failed' | 'dead' | 'skipped';

/**
 * Queue, inbox and log of everything the clinic sends. `secrets` (codes, links) is erased once sent or
 * expired.
 */
export const messages = pgTable('messages', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  dedupeKey: text('dedupe_key').notNull().unique(),
  channel: text('channel').$type<MessageChannel>().notNull(),
  userId: integer('user_id').references(() => users.id),
  address: text('address'),
  locale: text('locale').$type<Lang>().notNull(),
  template: text('template').notNull(),
  params: jsonb('params').$type<Record<string, unknown>>().notNull().default({}),
  secrets: jsonb('secrets').$type<Record<string, string>>(),
  appointmentId: integer('appointment_id'),
  state: text('state').$type<MessageState>().notNull().default('queued'),
  attempts: smallint('attempts').notNull().default(0),
  runAt: instant('run_at').notNull().defaultNow(),
  leasedUntil: instant('leased_until'),
  error: text('error'),
  createdAt: instant('created_at').notNull().defaultNow(),
  doneAt: instant('done_at'),
  readAt: instant('read_at'),
});

export const pushSubscriptions = pgTable('push_subscriptions', {
  endpoint: text('endpoint').primaryKey(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id),
  keys: jsonb('keys').$type<{ p256dh: string; auth: string }>().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** What staff wrote on purpose to the patients of a day or of a filter. */
export const notices = pgTable('notices', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
  createdAt: instant('created_at').notNull(),
  idempotencyKey: text('idempotency_key').notNull(),
  /** Template, fields and whom it was for, as they were sent. */
  asked: jsonb('asked').notNull(),
  people: integer('people').notNull().default(0),
});
