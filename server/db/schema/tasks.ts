import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import type { ImportField } from '#shared/domain/imports/columns.ts';
import type { DayOrder, FoundOrder } from '#shared/domain/imports/dates.ts';
import type {
  FileSummary,
  ImportState,
  ReadingDoubt,
  RowContent,
  RowProblem,
  Verdict,
  VerdictReason,
} from '#shared/domain/imports/verdicts.ts';
import type { Lang } from '#shared/domain/languages.ts';
import type { RetentionCounts } from '#shared/domain/retention-rules.ts';
import { bytea, instant } from './columns.ts';
import { locations } from './locations.ts';
import { services } from './services.ts';
import { users } from './users.ts';

/** Periodic tasks. A process takes one by moving its `dueAt`, so that no two run it at once. */
export const tasks = pgTable('tasks', {
  name: text('name').primaryKey(),
  dueAt: instant('due_at').notNull().defaultNow(),
  /** The session of the process that runs it, if visible to others. */
  holder: integer('holder'),
  /** Time of the last renewal, by the database's clock. */
  seenAt: instant('seen_at'),
  lastOkAt: instant('last_ok_at'),
  lastError: text('last_error'),
});

/** An uploaded list of patients and appointments. */
export const imports = pgTable('imports', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
  createdAt: instant('created_at').notNull().defaultNow(),
  fileName: text('file_name').notNull(),
  /** The file, until it is imported or discarded: it may be read again in another way. */
  bytes: bytea('bytes'),
  state: text('state').$type<ImportState>().notNull().default('reading'),
  /** Why the file cannot be read, or why the import was given up. */
  refusal: text('refusal'),
  /** Number of attempts since the last progress. */
  attempts: smallint('attempts').notNull().default(0),
  encoding: text('encoding'),
  delimiter: text('delimiter'),
  /** Of a workbook: the visible sheets, and which one is read. */
  sheets: text('sheets').array().notNull().default([]),
  sheet: integer('sheet'),
  dayOrder: text('day_order').$type<DayOrder>().notNull().default('auto'),
  /** The detected order of day and month in each date column. */
  foundOrders: jsonb('found_orders').$type<{ visitDate: FoundOrder; birthDate: FoundOrder }>(),
  /** Null: not chosen, and the file has not been read yet. */
  hasHeadings: boolean('has_headings'),
  /** Number of lines by kind; null until the file is read. */
  account: jsonb('account').$type<FileSummary>(),
  /** Doubts that are accepted for all rows. */
  accepted: text('accepted').array().$type<ReadingDoubt[]>().notNull().default([]),
  headings: text('headings').array().notNull().default([]),
  /** Meaning of each column. */
  columns: text('columns').array().$type<ImportField[]>().notNull().default([]),
  /** For rows that name none. */
  locationId: integer('location_id').references(() => locations.id),
  serviceId: integer('service_id').references(() => services.id),
  /** Whether its patients get reminders. */
  remind: boolean('remind').notNull().default(false),
  total: integer('total').notNull().default(0),
  progress: integer('progress').notNull().default(0),
  finishedAt: instant('finished_at'),
});

/** A row of a list, its planned and its actual result. */
export const importRows = pgTable(
  'import_rows',
  {
    importId: integer('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    n: integer('n').notNull(),
    cells: text('cells').array().notNull(),
    /** The row is not about a patient. */
    problem: text('problem').$type<RowProblem>(),
    verdict: text('verdict').$type<Verdict>(),
    why: jsonb('why').$type<VerdictReason>(),
    meant: jsonb('meant').$type<RowContent>(),
    person: text('person'),
    phone: text('phone'),
    /** `read`: the date was read correctly; `chosen`: staff chose the patient, whose id is `match_id`. */
    decision: text('decision').$type<'same' | 'another' | 'read' | 'chosen'>(),
    sameAs: integer('same_as'),
    matchId: integer('match_id'),
    outcome: text('outcome').$type<'in' | 'left' | 'kept'>(),
    patientId: integer('patient_id'),
    madePatient: boolean('made_patient').notNull().default(false),
    appointmentId: integer('appointment_id'),
  },
  (table) => [primaryKey({ columns: [table.importId, table.n] })],
);

/** A copy of one person's data: requested, then available for a day. */
export const dataCopies = pgTable('data_copies', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  locale: text('locale').$type<Lang>().notNull(),
  attempts: smallint('attempts').notNull().default(0),
  askedAt: instant('asked_at').notNull(),
  readyAt: instant('ready_at'),
  archive: bytea('archive'),
});

/** Deleted people by id; `personSince` distinguishes them from people who get the same id after a restore. */
export const deletions = pgTable('deletions', {
  userId: integer('user_id').primaryKey(),
  personSince: instant('person_since').notNull(),
  at: instant('at').notNull(),
});

/** Number of rows that each night deleted, by kind. */
export const retentionRuns = pgTable('retention_runs', {
  day: date('day').primaryKey(),
  finishedAt: instant('finished_at'),
  removed: jsonb('removed').$type<RetentionCounts>().notNull().default({}),
});

/** An archive of the whole clinic: requested, then available for a day. */
export const movings = pgTable('movings', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  askedBy: integer('asked_by').references(() => users.id, { onDelete: 'set null' }),
  askedAt: instant('asked_at').notNull(),
  attempts: smallint('attempts').notNull().default(0),
  readyAt: instant('ready_at'),
  /** Given up. */
  failedAt: instant('failed_at'),
  /** Size of its archive. */
  bytes: bigint('bytes', { mode: 'number' }),
});

/** Its archive in pieces. */
export const movingPieces = pgTable(
  'moving_pieces',
  {
    movingId: integer('moving_id')
      .notNull()
      .references(() => movings.id, { onDelete: 'cascade' }),
    n: integer('n').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.movingId, table.n] })],
);
