import { date, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { AlertKind } from '#shared/domain/people/alerts.ts';
import { instant } from './columns.ts';
import { users } from './users.ts';

/** Facts about a patient besides the account; optional row. */
export const patientFiles = pgTable('patient_files', {
  patientId: integer('patient_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  birthDate: date('birth_date', { mode: 'string' }),
  paperFile: text('paper_file'),
  /** A note of the desk about the patient, not about an appointment. */
  note: text('note').notNull().default(''),
});

/** A warning that every doctor sees beside the name; ended, not deleted. */
export const patientAlerts = pgTable('patient_alerts', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  patientId: integer('patient_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  kind: text('kind').$type<AlertKind>().notNull(),
  text: text('text').notNull(),
  /** Of a pregnancy: the day from which its weeks are counted. */
  weekOne: date('week_one', { mode: 'string' }),
  authorId: integer('author_id').references(() => users.id, { onDelete: 'set null' }),
  at: instant('at').notNull().defaultNow(),
  endedAt: instant('ended_at'),
  endedBy: integer('ended_by').references(() => users.id, { onDelete: 'set null' }),
});
