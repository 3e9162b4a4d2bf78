import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { type TableRow, type UnreadableReason, UnreadableTable } from '#server/engine/files/table-types.ts';
import {
  guessColumns,
  type ImportField,
  looksLikeData,
  proposeColumns,
} from '#shared/domain/imports/columns.ts';
import { findHeadings, findLayoutProblem, type Headings, maxHeadingRow } from './list-reader.ts';
import { readListInWorker } from './list-worker-client.ts';
import { findImportFile, type ImportRecord, lockImport, updateImport } from './queries.ts';
import { deleteRows, insertRows, lastRow, type NewImportRow } from './row-queries.ts';

/** The first data row: lower row numbers are headings and what is above them. */
interface DetectedLayout {
  readonly headings: readonly string[];
  readonly columns: readonly ImportField[];
  readonly hasHeadings: boolean;
  readonly above: number;
  readonly headingRows: number;
  /** The last row of the headings. */
  readonly n: number;
}

type ReadRefusal = UnreadableReason | 'no_rows';

const numberEmptyHeadings = (cells: readonly string[]): string[] =>
  cells.map((cell, at) => cell || `${at + 1}`);

/** The first row with several cells: the headings of a list in unknown words. */
function guessHeadings(first: readonly TableRow[]): Headings | null {
  const row = first.find(({ cells }) => cells.filter((cell) => cell !== '').length > 1) ?? first[0];
  return row ? { cells: row.cells, n: row.n, rows: 1 } : null;
}

/**
 * Position of the headings, and the meaning of the columns. A list without known headings counts as data
 * only.
 */
function detectLayout(first: readonly TableRow[], chosen: boolean | null): DetectedLayout {
  const known = findHeadings(first);
  const unknown = guessHeadings(first);
  const isData = known === null && unknown !== null && looksLikeData(unknown.cells);
  const hasHeadings = chosen ?? !isData;
  const head = hasHeadings ? (known ?? unknown) : null;
  if (!head) {
    const width = Math.max(0, ...first.map(({ cells }) => cells.length));
    const cells = first.map((row) => row.cells);
    const headings = numberEmptyHeadings(Array.from({ length: width }, () => ''));
    return {
      headings,
      columns: guessColumns(cells, width),
      hasHeadings: false,
      above: 0,
      headingRows: 0,
      n: 0,
    };
  }
  const above = first.filter(({ n }) => n < head.n).length - (head.rows - 1);
  const headings = numberEmptyHeadings(head.cells);
  return {
    headings,
    columns: proposeColumns(headings),
    hasHeadings,
    above,
    headingRows: head.rows,
    n: head.n,
  };
}

/** Runs in a transaction while the import is still being read; false if somebody discarded or changed it. */
async function runIfStillReading(
  deps: Deps,
  id: number,
  then: (tx: Db, work: ImportRecord) => Promise<void>,
): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const work = await lockImport(tx, id);
    if (work?.state !== 'reading') return false;
    await then(tx, work);
    return true;
  });
}

interface StartedReading {
  readonly work: ImportRecord;
  /** The last row that was stored before the reading was interrupted. */
  readonly stored: number;
}

const beginReading = (deps: Deps, id: number): Promise<StartedReading | null> =>
  inTransaction(deps.db, async (tx) => {
    const work = await lockImport(tx, id);
    if (work?.state !== 'reading') return null;
    if (work.total > 0) return { work, stored: await lastRow(tx, id) };
    await deleteRows(tx, id);
    return { work, stored: 0 };
  });

/** Marks rows that are not about a patient. All rows below the headings of a second table belong to it. */
function createRowMarker(headings: readonly string[]): (row: TableRow) => NewImportRow {
  let isSecond = false;
  return (row) => {
    const problem = findLayoutProblem(row, headings);
    if (problem === 'secondTable') isSecond = true;
    return { ...row, problem: isSecond ? 'secondTable' : problem };
  };
}

async function storeRows(
  deps: Deps,
  { work, stored }: StartedReading,
  bytes: Buffer,
): Promise<ReadRefusal | null> {
  const { id, attempts } = work;
  const findList = stored === 0;
  let hiddenSheets: string[] = [];
  let layout: DetectedLayout | undefined;
  let mark: ((row: TableRow) => NewImportRow) | undefined;
  let { total } = work;
  let rows = 0;
  for await (const part of readListInWorker(bytes, { ...work, findList })) {
    if (part.kind === 'opened') {
      hiddenSheets = [...part.hiddenSheets];
      const { encoding, delimiter, sheet, sheets } = part;
      // Nothing is read yet, so this attempt still counts.
      const opened = { encoding, delimiter, sheet, sheets: [...sheets], attempts };
      if (!(await runIfStillReading(deps, id, (tx) => updateImport(tx, id, opened)))) return null;
    } else if (part.kind === 'rows') {
      layout ??= detectLayout(part.rows.slice(0, maxHeadingRow), work.hasHeadings);
      const { n: head, headings } = layout;
      mark ??= createRowMarker(headings);
      const below = part.rows.filter(({ n }) => n > head).map(mark);
      rows += below.length;
      const fresh = below.filter(({ n }) => n > stored);
      if (fresh.length === 0) continue;
      total += fresh.length;
      const going = await runIfStillReading(deps, id, async (tx) => {
        await insertRows(tx, id, fresh);
        await updateImport(tx, id, { total, headings: [...headings] });
      });
      if (!going) return null;
    } else {
      if (!layout) return 'empty';
      if (total === 0) return 'no_rows';
      const { headings, hasHeadings, above, headingRows } = layout;
      const { lines, breaks } = part;
      const empty = lines - breaks - above - headingRows - rows;
      const account = { lines, breaks, empty, above, headings: headingRows, hiddenSheets };
      const columns = work.columns.length === headings.length ? work.columns : [...layout.columns];
      await runIfStillReading(deps, id, (tx) =>
        updateImport(tx, id, {
          state: 'checking',
          columns,
          hasHeadings,
          account,
          progress: 0,
          foundOrders: null,
        }),
      );
    }
  }
  return null;
}

/**
 * Reads the file into rows, and goes on where that was interrupted. A file that cannot be read is refused; it
 * is kept if another sheet of it may be readable.
 */
export async function readImportFile(deps: Deps, { id }: ImportRecord): Promise<void> {
  const begun = await beginReading(deps, id);
  if (!begun) return;
  const bytes = await findImportFile(deps.db, id);
  let line: number | undefined;
  const refusal = await storeRows(deps, begun, bytes ?? Buffer.alloc(0)).catch((error: unknown) => {
    if (!(error instanceof UnreadableTable)) throw error;
    line = error.line;
    return error.reason;
  });
  if (refusal === null) return;
  await runIfStillReading(deps, id, async (tx, { sheets }) => {
    await deleteRows(tx, id);
    const gone = sheets.length > 1 ? {} : { bytes: null };
    const nothing = { lines: 0, breaks: 0, empty: 0, above: 0, headings: 0, hiddenSheets: [] };
    const account = line === undefined ? null : { ...nothing, line };
    await updateImport(tx, id, { state: 'refused', refusal, total: 0, account, ...gone });
  });
}
