import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps } from '#server/deps.ts';
import { isUnavailable, pgErrorCode } from '#server/engine/db/transaction.ts';
import { isWorkingState, type StateAtWork } from '#shared/domain/imports/verdicts.ts';
import { checkNextRows } from './check-actions.ts';
import { giveUpImport } from './failed-import-actions.ts';
import {
  claimImport,
  findImport,
  findNextActiveImport,
  type ImportRecord,
  uncountAttempt,
} from './queries.ts';
import { readImportFile } from './read-actions.ts';
import { importNextStep } from './run-actions.ts';
import { undoNextRows } from './undo-actions.ts';

const stepByState: Record<StateAtWork, (deps: Deps, work: ImportRecord) => Promise<void>> = {
  reading: readImportFile,
  checking: checkNextRows,
  running: importNextStep,
  stopping: undoNextRows,
  undoing: undoNextRows,
};

/** How long a process works on one import before it looks for others. */
const maxImportTurnMs = 45_000;

/** A step that crashed this many workers is marked as failed. */
const maxImportAttempts = 3;

/** A statement timeout or a lock timeout: if it happens every time, other imports would wait. */
const timeoutErrorCodes = ['57014', '55P03'];

/** The step was not tried, because the database was away. */
const wasDatabaseUnavailable = (error: unknown): boolean =>
  isUnavailable(error) && !timeoutErrorCodes.includes(pgErrorCode(error) ?? '');

/** The next step of an import. */
async function runImportStep(deps: Deps, work: ImportRecord): Promise<void> {
  const { state } = work;
  if (!isWorkingState(state)) return;
  if (work.attempts > maxImportAttempts) return giveUpImport(deps, work.id, state);
  try {
    await stepByState[state](deps, work);
  } catch (error) {
    // Counts as a failure only if the connection is still down; rethrows the original error.
    if (wasDatabaseUnavailable(error)) await uncountAttempt(deps.db, work.id).catch(() => undefined);
    throw error;
  }
}

/**
 * Works on imports, a few rows per transaction, so that it can stop anywhere and another process can
 * continue. After three attempts without progress the import is given up and the next one starts.
 */
export async function workOnImports(deps: Deps): Promise<void> {
  const began = performance.now();
  let taken: number | undefined;
  while (performance.now() - began < maxImportTurnMs) {
    const id = await findNextActiveImport(deps.db);
    if (id === undefined) return;
    const work = await (id === taken ? findImport : claimImport)(deps.db, id);
    taken = id;
    if (work) await runImportStep(deps, work);
    await nextTurn();
  }
}
