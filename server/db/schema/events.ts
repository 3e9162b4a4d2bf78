import { sql } from 'drizzle-orm';
import { bigint, inet, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, transactionId } from './columns.ts';

/**
 * History of appointments, audit trail and live feed in one. Append-only: the database rejects changes and
 * deletions.
 */
export const events = pgTable('events', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: instant('at').notNull().default(sql`clock_timestamp()`),
  actorId: integer('actor_id'),
  actorRole: text('actor_role').notNull(),
  ip: inet('ip'),
  requestId: text('request_id'),
  action: text('action').notNull(),
  subject: text('subject').notNull(),
  subjectId: integer('subject_id'),
  locationId: integer('location_id'),
  patientId: integer('patient_id'),
  before: jsonb('before').$type<Record<string, unknown>>(),
  after: jsonb('after').$type<Record<string, unknown>>(),
  /** The API key that acted, if any. */
  keyId: integer('key_id'),
  writtenBy: transactionId('written_by').notNull().default(sql`pg_current_xact_id()`),
});
