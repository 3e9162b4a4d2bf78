import {
  bigint,
  boolean,
  inet,
  integer,
  interval,
  pgTable,
  primaryKey,
  smallint,
  text,
  varchar,
} from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';
import { users } from './users.ts';

export const credentials = pgTable('credentials', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  passwordHash: text('password_hash').notNull(),
  mustChange: boolean('must_change').notNull().default(false),
  changedAt: instant('changed_at').notNull().defaultNow(),
  /** Of a handed-over password: the end of its validity. */
  expiresAt: instant('expires_at'),
  /** Time when a mailed link last set it; null after a handed-over one. */
  resetAt: instant('reset_at'),
});

export const identities = pgTable(
  'identities',
  {
    provider: text('provider').notNull(),
    subject: text('subject').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
  },
  (t) => [primaryKey({ columns: [t.provider, t.subject] })],
);

export const sessions = pgTable('sessions', {
  tokenHash: bytea('token_hash').primaryKey(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id),
  createdAt: instant('created_at').notNull().defaultNow(),
  seenAt: instant('seen_at').notNull().defaultNow(),
  idle: interval('idle').notNull(),
  expiresAt: instant('expires_at').notNull(),
  ip: inet('ip'),
  userAgent: text('user_agent'),
  /** Step that the user must complete before this session can be used; null if there is none. */
  awaits: text('awaits').$type<'second-step' | 'second-step-setup'>(),
  /** Time of the last proof of identity. */
  provedAt: instant('proved_at').notNull().defaultNow(),
  /** End of the time for which the lock of appointments is open in this session. */
  unlockedUntil: instant('unlocked_until'),
});

/** Patients who have locked their appointments, with the hash of the PIN. */
export const visitLocks = pgTable('visit_locks', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  pinHash: text('pin_hash'),
  setAt: instant('set_at').notNull(),
});

export const passkeys = pgTable('passkeys', {
  id: bytea('id').primaryKey(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id),
  publicKey: bytea('public_key').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull().default(0),
  transports: text('transports').array().notNull().default([]),
  name: text('name').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  usedAt: instant('used_at'),
});

export const oneTimeSecrets = pgTable('one_time_secrets', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  secret: bytea('secret').notNull(),
  confirmedAt: instant('confirmed_at'),
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
});

export const recoveryCodes = pgTable('recovery_codes', {
  hash: bytea('hash').primaryKey(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id),
  usedAt: instant('used_at'),
});

export const tokens = pgTable('tokens', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  purpose: text('purpose').notNull(),
  hash: bytea('hash').notNull(),
  userId: integer('user_id').references(() => users.id),
  target: text('target'),
  tries: smallint('tries').notNull().default(0),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
});

/** Written by the rate limiter, which defines the column names; `expire` is in milliseconds. */
export const throttles = pgTable('throttles', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});

/** API keys; only their hashes are stored. */
export const apiKeys = pgTable('api_keys', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  tokenHash: bytea('token_hash').notNull(),
  hint: text('hint').notNull(),
  scopes: text('scopes').array().notNull(),
  perMinute: integer('per_minute').notNull(),
  createdBy: integer('created_by')
    .notNull()
    .references(() => users.id),
  createdAt: instant('created_at').notNull().defaultNow(),
  expiresAt: instant('expires_at'),
  usedAt: instant('used_at'),
  usedFrom: inet('used_from'),
  revokedAt: instant('revoked_at'),
});

/** Addresses of calendar feeds; only their hashes are stored. */
export const calendars = pgTable('calendars', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  tokenHash: bytea('token_hash').notNull(),
  titles: text('titles').$type<'discreet' | 'full'>().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  seenAt: instant('seen_at'),
});
