import { bigint, boolean, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import type { WebhookEvent } from '#shared/domain/connections/webhook-events.ts';
import type { Lang } from '#shared/domain/languages.ts';
import type { OutboxChannel } from '#shared/domain/message-kinds.ts';
import { instant } from './columns.ts';
import { users } from './users.ts';

export type MessageState = 'queued' | 'sent' | 'kept' | 'failed' | 'dead' | 'skipped';

/**
 * Outbox, inbox and log of everything the clinic sends. `secrets` (codes, links) is erased once sent or
 * expired.
 */
export const messages = pgTable('messages', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  dedupeKey: text('dedupe_key').notNull().unique(),
  channel: text('channel').$type<OutboxChannel>().notNull(),
  userId: integer('user_id').references(() => users.id),
  address: text('address'),
  locale: text('locale').$type<Lang>().notNull(),
  template: text('template').notNull(),
  params: jsonb('params').$type<Record<string, unknown>>().notNull().default({}),
  secrets: jsonb('secrets').$type<Record<string, string>>(),
  appointmentId: integer('appointment_id'),
  /** The appointments of a message about several. */
  visitIds: integer('visit_ids').array(),
  /** Messages with the same line are sent one after the other. */
  line: text('line'),
  /** A later change of the appointment made it untrue. */
  outdated: boolean('outdated').notNull().default(false),
  /** The facts that the message states about the appointment. A message with the same facts is not sent twice in a row. */
  says: text('says'),
  state: text('state').$type<MessageState>().notNull().default('queued'),
  attempts: smallint('attempts').notNull().default(0),
  /** Attempts of which nobody knows whether the message arrived: the answer was lost, or the process died. */
  unanswered: smallint('unanswered').notNull().default(0),
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

/** Notices of staff to the patients of a day or of a filter. */
export const notices = pgTable('notices', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
  createdAt: instant('created_at').notNull(),
  idempotencyKey: text('idempotency_key').notNull(),
  /** Hash of template, fields and recipients: detects another notice with the same idempotency key. */
  asked: text('asked').notNull(),
  people: integer('people').notNull().default(0),
});

/** Webhooks. The secret signs payloads, so it is stored as it is. */
export const webhooks = pgTable('webhooks', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  url: text('url').notNull(),
  events: text('events').array().$type<WebhookEvent[]>().notNull(),
  details: boolean('details').notNull().default(false),
  secret: text('secret').notNull(),
  /** The previous secret, which signs too until then. */
  oldSecret: text('old_secret'),
  oldUntil: instant('old_until'),
  /** Snapshot of transactions up to which events were read for it. */
  seen: text('seen').notNull(),
  createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
  createdAt: instant('created_at').notNull().defaultNow(),
  failingSince: instant('failing_since'),
  offAt: instant('off_at'),
  offBecause: text('off_because').$type<'hand' | 'failing' | 'gone'>(),
});

/** Channels with a gateway on this server; written at every start. */
export const gateways = pgTable('gateways', {
  channel: text('channel').primaryKey(),
  configured: boolean('configured').notNull(),
});
