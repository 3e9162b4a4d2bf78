import * as z from 'zod/mini';
import { importFields } from '../../domain/imports/columns.ts';
import { dayOrders } from '../../domain/imports/dates.ts';
import { importStates, readingDoubts, verdicts, whyCodes } from '../../domain/imports/verdicts.ts';
import { id, idParam, idParams, instant, listQuery, nameText, nothing } from '../../fields.ts';
import { endpoint } from '../endpoint.ts';

const count = z.int();
const order = z.enum(['dmy', 'mdy', 'ymd', 'mixed']);
const columns = z.array(z.enum(importFields)).check(z.maxLength(100));

/** An import: a file of patients and appointments, how it is read, and its progress. */
export const importSchema = z.object({
  id,
  fileName: z.string(),
  state: z.enum(importStates),
  /** Why the file cannot be read, in the language of the user. */
  refusal: z.nullable(z.string()),
  /** Null for a workbook: its format states the encoding. */
  encoding: z.nullable(z.string()),
  delimiter: z.nullable(z.string()),
  /** For a workbook: its visible sheets, and the one that is read. */
  sheets: z.array(z.string()),
  sheet: z.nullable(z.int()),
  dayOrder: z.enum(dayOrders),
  headings: z.array(z.string()),
  columns,
  /** The cells of the first rows, which show what a column holds. */
  examples: z.array(z.array(z.string())),
  /** False: the file has no row of headings. Null: it is not read yet. */
  hasHeadings: z.nullable(z.boolean()),
  /** Order of day and month in each date column; null if the file has no such column. */
  orders: z.object({ visitDate: z.nullable(order), birthDate: z.nullable(order) }),
  /** What the lines of the file are; together with the rows they cover the whole file. Null: not read yet. */
  account: z.nullable(
    z.object({
      lines: count,
      breaks: count,
      empty: count,
      above: count,
      headings: count,
      hiddenSheets: z.array(z.string()),
    }),
  ),
  /** Why rows are skipped or need a decision, and how many rows. */
  reasons: z.array(z.object({ code: z.enum(whyCodes), n: count, canBeAccepted: z.boolean() })),
  /** Doubts that are accepted for all rows. */
  accepted: z.array(z.enum(readingDoubts)),
  locationId: z.nullable(id),
  serviceId: z.nullable(id),
  remind: z.boolean(),
  total: count,
  progress: count,
  counts: z.object({ new: count, same: count, doubtful: count, wrong: count }),
  /** Number of imported patients and appointments. */
  patients: count,
  visits: count,
  /** Rows that failed to import, or that stayed after an undo. */
  left: count,
  createdAt: instant,
  finishedAt: z.nullable(instant),
});
export type Import = z.output<typeof importSchema>;

export const importRowSchema = z.object({
  /** Row number, as the spreadsheet counts. */
  row: z.int(),
  name: z.string(),
  phone: z.string(),
  verdict: z.enum(verdicts),
  /** What will happen, or what is wrong, where, and how to fix it; in the language of the user. */
  why: z.string(),
  /** The column that `why` is about. */
  column: z.nullable(z.int()),
  /** What the user has to confirm: the patient, or how a cell was read. Null: nothing. */
  question: z.nullable(z.enum(['patient', 'reading'])),
  /** The earlier row of the file that may be about the same patient. */
  sameRow: z.nullable(z.int()),
  cells: z.array(z.string()),
});
export type ImportRow = z.output<typeof importRowSchema>;

const rowParams = z.object({ id: idParam, row: idParam });
export const listImports = endpoint({
  method: 'GET',
  path: '/api/imports',
  shows: ['imports'],
  access: ['admin'],
  summary: 'Lists the imported files, newest first',
  reply: z.array(importSchema),
});
export const createImport = endpoint({
  method: 'POST',
  path: '/api/imports',
  changes: ['imports'],
  access: ['admin'],
  proof: 'recent',
  summary:
    'Uploads a file of patients and appointments. It is read and checked in the background; nothing is imported yet',
  query: z.object({ name: nameText(200) }),
  binaryBody: [
    'application/octet-stream',
    'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ],
  reply: importSchema,
  status: 201,
  errors: ['harmful_file', 'too_large', 'unsupported_media'],
});
export const getImport = endpoint({
  method: 'GET',
  path: '/api/imports/:id',
  shows: ['imports'],
  access: ['admin'],
  summary: 'Returns a file to import and its progress',
  params: idParams,
  reply: importSchema,
});
export const changeImport = endpoint({
  method: 'PATCH',
  path: '/api/imports/:id',
  changes: ['imports'],
  access: ['admin'],
  summary: 'Changes how the file is read and the meaning of its columns; every row is checked again',
  params: idParams,
  body: z.object({
    encoding: z.optional(z.nullable(z.string().check(z.maxLength(20)))),
    delimiter: z.optional(z.nullable(z.string().check(z.maxLength(1)))),
    sheet: z.optional(z.int().check(z.gte(0))),
    hasHeadings: z.optional(z.boolean()),
    accepted: z.optional(z.array(z.enum(readingDoubts))),
    dayOrder: z.optional(z.enum(dayOrders)),
    columns: z.optional(columns),
    /** The columns that the user saw; refused with `stale` if somebody else has changed them since. */
    seen: z.optional(columns),
    locationId: z.optional(z.nullable(id)),
    serviceId: z.optional(z.nullable(id)),
    remind: z.optional(z.boolean()),
  }),
  reply: importSchema,
  errors: ['import_moved_on', 'unknown_location', 'unknown_service', 'stale'],
});
export const listImportRows = endpoint({
  method: 'GET',
  path: '/api/imports/:id/rows',
  shows: ['imports'],
  access: ['admin'],
  summary: 'Lists the rows of the file in order, with the result of each check',
  params: idParams,
  query: z.object({
    limit: listQuery.limit,
    cursor: listQuery.cursor,
    /** `kept`: rows that stay after an undo. */
    verdict: z.optional(z.enum([...verdicts, 'kept'])),
  }),
  reply: z.array(importRowSchema),
});
export const changeImportRow = endpoint({
  method: 'PATCH',
  path: '/api/imports/:id/rows/:row',
  changes: ['imports'],
  access: ['admin'],
  summary: 'Corrects cells of a row or chooses its patient; the row is checked again',
  params: rowParams,
  body: z.object({
    cells: z.optional(z.array(z.string().check(z.maxLength(10_000))).check(z.maxLength(100))),
    /** The cells that the user saw; refused with `stale` if somebody else has corrected them since. */
    seen: z.optional(z.array(z.string()).check(z.maxLength(100))),
    decision: z.optional(z.enum(['same', 'another'])),
    /** The existing patient that the row belongs to. */
    patientId: z.optional(z.int()),
  }),
  reply: importRowSchema,
  errors: ['import_moved_on', 'stale'],
});
export const runImport = endpoint({
  method: 'POST',
  path: '/api/imports/:id/run',
  changes: ['imports'],
  access: ['admin'],
  proof: 'recent',
  summary: 'Imports the rows without errors in the background. No messages are sent',
  params: idParams,
  reply: importSchema,
  status: 202,
  errors: ['import_moved_on', 'import_at_work'],
});
export const stopImport = endpoint({
  method: 'POST',
  path: '/api/imports/:id/stop',
  changes: ['imports'],
  access: ['admin'],
  summary: 'Stops a running import and removes the rows that it has imported',
  params: idParams,
  reply: importSchema,
  status: 202,
  errors: ['import_moved_on'],
});
export const undoImport = endpoint({
  method: 'POST',
  path: '/api/imports/:id/undo',
  changes: ['imports'],
  access: ['admin'],
  proof: 'recent',
  summary: 'Removes the imported rows, except rows that other data refer to: these are listed',
  params: idParams,
  reply: importSchema,
  status: 202,
  errors: ['import_moved_on', 'import_at_work'],
});
export const discardImport = endpoint({
  method: 'DELETE',
  path: '/api/imports/:id',
  changes: ['imports'],
  access: ['admin'],
  summary: 'Deletes a file that was not imported',
  params: idParams,
  reply: nothing,
  status: 204,
  errors: ['import_moved_on'],
});
export const importReport = endpoint({
  method: 'GET',
  path: '/api/imports/:id/report',
  shows: [],
  access: ['admin'],
  proof: 'recent',
  summary:
    'Returns the rows that were not imported, each with its error, as a file that can be corrected and imported',
  params: idParams,
  reply: z.string(),
});
