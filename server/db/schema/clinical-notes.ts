import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { appointments } from './appointments.ts';
import { instant } from './columns.ts';
import { users } from './users.ts';

/** Signed notes of doctors. Append-only: the database rejects changes and deletions. */
export const clinicalNotes = pgTable('clinical_notes', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  patientId: integer('patient_id')
    .notNull()
    .references(() => users.id),
  appointmentId: integer('appointment_id').references(() => appointments.id),
  authorId: integer('author_id')
    .notNull()
    .references(() => users.id),
  /** The author's name at the time of signing. */
  signedName: text('signed_name').notNull(),
  signedNameAr: text('signed_name_ar'),
  signedTitle: text('signed_title').notNull().default(''),
  signedTitleAr: text('signed_title_ar'),
  at: instant('at').notNull().defaultNow(),
  text: text('text').notNull(),
  /** The earlier note of the same patient that this one corrects. */
  corrects: integer('corrects'),
  idempotencyKey: text('idempotency_key'),
});

/** Notes that are shared with their patient. */
export const sharedNotes = pgTable('shared_notes', {
  noteId: integer('note_id')
    .primaryKey()
    .references(() => clinicalNotes.id),
  at: instant('at').notNull().defaultNow(),
});

/** A doctor's unsigned note about a patient: at most one each, read by nobody else. */
export const noteDrafts = pgTable(
  'note_drafts',
  {
    authorId: integer('author_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    patientId: integer('patient_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    appointmentId: integer('appointment_id').references(() => appointments.id, { onDelete: 'set null' }),
    corrects: integer('corrects').references(() => clinicalNotes.id),
    text: text('text').notNull(),
    /** The idempotency key for signing it. */
    key: text('key').notNull(),
    revision: integer('revision').notNull().default(1),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.authorId, t.patientId] })],
);

/** A user's unsaved desk note of an appointment. */
export const deskDrafts = pgTable(
  'desk_drafts',
  {
    authorId: integer('author_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    appointmentId: integer('appointment_id')
      .notNull()
      .references(() => appointments.id, { onDelete: 'cascade' }),
    /** The text when writing began. */
    start: text('start').notNull(),
    text: text('text').notNull(),
    /** The appointment's version then. */
    version: integer('version').notNull(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.authorId, t.appointmentId] })],
);
