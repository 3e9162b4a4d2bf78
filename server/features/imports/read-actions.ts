import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import {
  openTable,
  type TableFile,
  type TableRow,
  type TableRows,
  Unreadable,
  type UnreadableTable,
} from '#server/engine/files/read-table.ts';
import { breathing } from '#server/engine/tasks/breathing.ts';
import { headingsIn, proposeColumns } from '#shared/domain/imports/columns.ts';
import { fileOf, type ImportWork, lockImport, updateImport } from './queries.ts';
import { deleteRows, insertRows, lastRow } from './row-queries.ts';

/** Rows at once: a transaction is short, and the site breathes between them. */
const together = 250;
/** Headings stand among the first rows: above them a title, or names of groups of columns. */
const headedWithin = 10;
/** So many headings that we know are those of a list, not words of a page. */
const namesAList = 2;
/** So many sheets are looked at, the one in front among them. */
const looksAt = 3;

type Refused = UnreadableTable | 'no_headings' | 'no_rows';

const filled = (row: TableRow): number => row.cells.filter((cell) => cell !== '').length;

/** The row of the headings: the one that names most columns we know, else the first of several cells. */
export function headingRow(first: readonly TableRow[]): TableRow | undefined {
  const best = first.reduce<TableRow | undefined>(
    (found, row) => (headingsIn(row.cells) > headingsIn(found?.cells ?? []) ? row : found),
    undefined,
  );
  return best ?? first.find((row) => filled(row) > 1) ?? first[0];
}

/** How many columns that we know the first rows of a table name; null where no row follows them. */
async function headingsOf(rows: TableRows): Promise<number | null> {
  const first: TableRow[] = [];
  for await (const row of rows) if (first.push(row) >= headedWithin) break;
  const head = headingRow(first);
  return head && first.at(-1) !== head ? headingsIn(head.cells) : null;
}

/**
 * The sheet that is meant: the one in front or, where that is no list, the first that is one, else the first
 * that has rows. Where rows of it are kept, but not of which, it was the one in front.
 */
async function listIn(bytes: Buffer, { work, kept }: Begun): Promise<TableFile> {
  const file = await openTable(bytes, work);
  const { sheet: inFront } = file;
  if (work.sheet !== null || kept > 0 || inFront === null || file.sheets.length < 2) return file;
  const others = [...file.sheets.keys()].filter((sheet) => sheet !== inFront);
  let meant: number | null = null;
  for (const sheet of [inFront, ...others].slice(0, looksAt)) {
    const found = await headingsOf(file.rowsOf(sheet)).catch(() => null);
    if (found === null) continue;
    const isList = found >= namesAList;
    if (isList || meant === null) meant = sheet;
    if (isList) break;
  }
  return meant === null ? file : { ...file, sheet: meant, rows: file.rowsOf(meant) };
}

async function* inBatches(rows: TableRows): AsyncGenerator<TableRow[]> {
  const breathe = breathing();
  let batch: TableRow[] = [];
  for await (const row of rows) {
    await breathe();
    batch.push(row);
    if (batch.length < together) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Still to be read by whoever began? */
async function whileReading(
  deps: Deps,
  id: number,
  then: (tx: Db, work: ImportWork) => Promise<void>,
): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const work = await lockImport(tx, id);
    if (work?.state !== 'reading') return false;
    await then(tx, work);
    return true;
  });
}

interface Begun {
  readonly work: ImportWork;
  /** The last row that is kept from before it was cut off. */
  readonly kept: number;
}

/** How far the reading of a file is. */
const begunReading = (deps: Deps, id: number): Promise<Begun | null> =>
  inTransaction(deps.db, async (tx) => {
    const work = await lockImport(tx, id);
    if (work?.state !== 'reading') return null;
    if (work.total > 0) return { work, kept: await lastRow(tx, id) };
    await deleteRows(tx, id);
    return { work, kept: 0 };
  });

async function keepRows(deps: Deps, begun: Begun, bytes: Buffer): Promise<Refused | null> {
  const { work, kept } = begun;
  const { encoding, delimiter, sheet, rows, ...file } = await listIn(bytes, begun);
  // Nothing of it is read yet: the try goes on.
  const { id, attempts } = work;
  const opened = { encoding, delimiter, sheets: [...file.sheets], sheet, attempts };
  if (!(await whileReading(deps, id, (tx) => updateImport(tx, id, opened)))) return null;
  let { total } = work;
  let headings = kept > 0 ? work.headings : undefined;
  for await (const batch of inBatches(rows)) {
    const head = headings ? undefined : headingRow(batch.slice(0, headedWithin));
    if (head) headings = head.cells.map((cell, at) => cell || `${at + 1}`);
    const below = batch.filter(({ n }) => n > (head?.n ?? kept));
    if (below.length === 0) continue;
    total += below.length;
    const going = await whileReading(deps, id, async (tx) => {
      await insertRows(tx, id, below);
      await updateImport(tx, id, { total, headings: headings ?? [] });
    });
    if (!going) return null;
  }
  if (!headings) return 'empty';
  if (total === 0) return 'no_rows';
  const columns = work.columns.length === headings.length ? work.columns : proposeColumns(headings);
  await whileReading(deps, id, (tx) =>
    updateImport(tx, id, { state: 'checking', columns, progress: 0, foundOrder: null }),
  );
  return null;
}

/**
 * Reads the file into rows, and goes on where that was cut off. What cannot be read says why, and is kept
 * where another sheet of it may be read.
 */
export async function readFile(deps: Deps, { id }: ImportWork): Promise<void> {
  const begun = await begunReading(deps, id);
  if (!begun) return;
  const bytes = await fileOf(deps.db, id);
  const refusal = await keepRows(deps, begun, bytes ?? Buffer.alloc(0)).catch((error: unknown) => {
    if (error instanceof Unreadable) return error.because;
    throw error;
  });
  if (refusal === null) return;
  await whileReading(deps, id, async (tx, { sheets }) => {
    await deleteRows(tx, id);
    const gone = sheets.length > 1 ? {} : { bytes: null };
    await updateImport(tx, id, { state: 'refused', refusal, total: 0, ...gone });
  });
}
