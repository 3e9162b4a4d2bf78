import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { appointments } from './appointments.ts';
import { instant } from './columns.ts';
import { users } from './users.ts';

/** What doctors signed. Append-only: the database refuses to change or delete a row. */
export const clinicalNotes = pgTable('clinical_notes', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  patientId: integer('patient_id')
    .notNull()
    .references(() => users.id),
  appointmentId: integer('appointment_id').references(() => appointments.id),
  authorId: integer('author_id')
    .notNull()
    .references(() => users.id),
  /** As the author was called when she signed. */
  signedName: text('signed_name').notNull(),
  signedNameAr: text('signed_name_ar'),
  signedTitle: text('signed_title').notNull().default(''),
  signedTitleAr: text('signed_title_ar'),
  at: instant('at').notNull().defaultNow(),
  text: text('text').notNull(),
  /** The older note of the same patient that this one puts right. */
  corrects: integer('corrects'),
  idempotencyKey: text('idempotency_key'),
});

/** The notes that their patient reads too. */
export const sharedNotes = pgTable('shared_notes', {
  noteId: integer('note_id')
    .primaryKey()
    .references(() => clinicalNotes.id),
  at: instant('at').notNull().defaultNow(),
});

/** What a doctor is writing about a patient and has not signed: one at a time, read by nobody else. */
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
    /** The key under which it will be signed. */
    key: text('key').notNull(),
    revision: integer('revision').notNull().default(1),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.authorId, t.patientId] })],
);

/** What one of the staff is writing as the desk's note of a visit and has not saved. */
export const deskDrafts = pgTable(
  'desk_drafts',
  {
    authorId: integer('author_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    appointmentId: integer('appointment_id')
      .notNull()
      .references(() => appointments.id, { onDelete: 'cascade' }),
    /** What stood in the box when the writing began. */
    start: text('start').notNull(),
    text: text('text').notNull(),
    /** Of the visit then. */
    version: integer('version').notNull(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.authorId, t.appointmentId] })],
);
