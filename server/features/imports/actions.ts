import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import { delimiters, encodings } from '#server/engine/files/table-types.ts';
import { scanForViruses } from '#server/engine/files/virus-scan.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { currentLocations } from '#server/features/locations/queries.ts';
import { currentServices } from '#server/features/services/queries.ts';
import type { changeImport, changeImportRow } from '#shared/contract/connections/imports.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import { repeatableFields } from '#shared/domain/imports/columns.ts';
import { type ImportState, isReadingDoubt } from '#shared/domain/imports/verdicts.ts';
import { Refusal } from '#shared/errors.ts';
import { loadClinicData, recheckRow } from './check-actions.ts';
import * as queries from './queries.ts';
import { findImportRow, resetVerdicts, updateRow } from './row-queries.ts';
import { findCurrentPatient } from './run-queries.ts';

/** Locks an import in one of these states; rejects if the state has changed. */
async function lockImportInState(
  tx: Db,
  id: number,
  states: readonly ImportState[],
): Promise<queries.ImportRecord> {
  const work = await queries.lockImport(tx, id);
  if (!work) throw new Refusal('not_found');
  if (!states.includes(work.state)) throw new Refusal('import_moved_on');
  return work;
}

const importSubject = (id: number) => ({ subject: 'imports', subjectId: id }) as const;

/** Stores a file; it is read and checked in the background. */
export async function storeImportFile(
  deps: Deps,
  viewer: Viewer,
  file: { fileName: string; bytes: Buffer },
): Promise<number> {
  await scanForViruses(deps.config, deps.log, file.bytes);
  return inTransaction(deps.db, async (tx) => {
    const id = await queries.insertImport(tx, { ...file, createdBy: viewer.id, createdAt: deps.now() });
    await recordEvent(tx, viewer, {
      action: 'created',
      ...importSubject(id),
      after: { size: file.bytes.length },
    });
    return id;
  });
}

type Change = Body<typeof changeImport>;

async function checkChange(deps: Deps, work: queries.ImportRecord, change: Change): Promise<void> {
  const { columns = [], encoding, delimiter, sheet, locationId, serviceId } = change;
  const named = columns.filter((column) => !repeatableFields.has(column));
  const wrong = (field: string) => new Refusal('malformed', { fields: { [field]: 'error.malformed' } });
  if (change.columns && (columns.length !== work.headings.length || new Set(named).size < named.length))
    throw wrong('columns');
  if (typeof encoding === 'string' && !(encodings as readonly string[]).includes(encoding))
    throw wrong('encoding');
  if (typeof delimiter === 'string' && !(delimiters as readonly string[]).includes(delimiter))
    throw wrong('delimiter');
  if (sheet !== undefined && sheet >= work.sheets.length) throw wrong('sheet');
  if (locationId && !(await currentLocations(deps)).some(({ id }) => id === locationId))
    throw new Refusal('unknown_location');
  if (serviceId && !(await currentServices(deps)).some(({ id }) => id === serviceId))
    throw new Refusal('unknown_service');
}

/** Refuses a list that somebody else has changed since the user saw it. */
function refuseChangedList(seen: readonly string[] | undefined, now: readonly string[]): void {
  if (seen && JSON.stringify(seen) !== JSON.stringify(now)) throw new Refusal('stale', { current: now });
}

const statesBeforeImport: readonly ImportState[] = ['checking', 'checked'];

/**
 * Changes how the file is read or what its columns are, and checks it again; nothing was imported yet. If a
 * sheet could not be read, another one can be chosen.
 */
export async function changeImportOptions(
  deps: Deps,
  viewer: Viewer,
  id: number,
  { seen: seenColumns, ...change }: Change,
): Promise<void> {
  const seen = await queries.findImport(deps.db, id);
  if (!seen) throw new Refusal('not_found');
  await checkChange(deps, seen, change);
  await inTransaction(deps.db, async (tx) => {
    const another = change.sheet !== undefined && seen.sheets.length > 1;
    const work = await lockImportInState(
      tx,
      id,
      another ? ['refused', ...statesBeforeImport] : statesBeforeImport,
    );
    refuseChangedList(seenColumns, work.columns);
    const anew = ['encoding', 'delimiter', 'sheet', 'hasHeadings'].some((field) => field in change);
    if (Object.keys(change).length === 0) return;
    const onlyRemind = Object.keys(change).every((field) => field === 'remind');
    const { encoding = work.encoding, delimiter = work.delimiter, ...rest } = change;
    if (onlyRemind) return queries.updateImport(tx, id, rest);
    if (anew)
      await queries.updateImport(tx, id, {
        columns: [],
        ...rest,
        encoding,
        delimiter,
        state: 'reading',
        refusal: null,
        account: null,
        total: 0,
      });
    else {
      await resetVerdicts(tx, id);
      await queries.updateImport(tx, id, { ...rest, state: 'checking', progress: 0, foundOrders: null });
    }
    await recordEvent(tx, viewer, {
      action: 'changed',
      ...importSubject(id),
      after: { fields: Object.keys(change) },
    });
  });
}

/**
 * Corrects cells, or decides which patient the row is about. A decision about a date says only that the date was
 * read correctly; corrected cells end an earlier decision.
 */
export async function changeRow(
  deps: Deps,
  { id, row }: { id: number; row: number },
  { cells, seen, decision, patientId }: Body<typeof changeImportRow>,
): Promise<void> {
  const clinic = await loadClinicData(deps);
  await inTransaction(deps.db, async (tx) => {
    const work = await lockImportInState(tx, id, ['checked']);
    const found = await findImportRow(tx, id, row);
    if (!found) throw new Refusal('not_found');
    refuseChangedList(seen, found.cells);
    const chosen = patientId === undefined ? null : await findCurrentPatient(tx, patientId);
    if (patientId !== undefined && chosen === null) throw new Refusal('not_found');
    const said = decision && found.why && isReadingDoubt(found.why.code) ? 'read' : decision;
    const mended = {
      ...found,
      cells: cells ?? found.cells,
      decision: chosen === null ? (said ?? (cells ? null : found.decision)) : ('chosen' as const),
      matchId: chosen ?? found.matchId,
    };
    const { decision: decided, matchId } = mended;
    await updateRow(tx, id, row, { cells: mended.cells, decision: decided, matchId });
    await recheckRow(deps, tx, work, clinic, mended);
  });
}

/** Only one import may run or be undone at a time, because two would compete for times. */
async function refuseSecondImport(tx: Db, id: number): Promise<void> {
  if (await queries.isOtherImportActive(tx, id)) throw new Refusal('import_at_work');
}

export async function beginImport(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockImportInState(tx, id, ['checked']);
    await refuseSecondImport(tx, id);
    await queries.updateImport(tx, id, { state: 'running', progress: 0, createdBy: viewer.id });
    await recordEvent(tx, viewer, { action: 'import_begun', ...importSubject(id) });
  });
}

export async function stopImport(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockImportInState(tx, id, ['running']);
    await queries.updateImport(tx, id, { state: 'stopping' });
    await recordEvent(tx, viewer, { action: 'changed', ...importSubject(id), after: { stopping: true } });
  });
}

/** Starts to undo an import. Rows that later records depend on will stay. */
export async function beginUndo(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockImportInState(tx, id, ['done']);
    await refuseSecondImport(tx, id);
    await queries.updateImport(tx, id, { state: 'undoing', refusal: null });
    await recordEvent(tx, viewer, { action: 'changed', ...importSubject(id), after: { undoing: true } });
  });
}

export async function discardImport(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockImportInState(tx, id, ['reading', 'refused', 'checking', 'checked']);
    await queries.deleteImport(tx, id);
    await recordEvent(tx, viewer, { action: 'deleted', ...importSubject(id) });
  });
}
