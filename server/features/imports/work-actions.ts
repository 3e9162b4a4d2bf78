import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps } from '#server/deps.ts';
import { isUnavailable, pgErrorCode } from '#server/engine/db/transaction.ts';
import { isAtWork, type StateAtWork } from '#shared/domain/imports/verdicts.ts';
import { checkSome } from './check-actions.ts';
import { giveUp } from './give-up-actions.ts';
import { type ImportWork, importWithId, nextAtWork, putBack, takeUp } from './queries.ts';
import { readFile } from './read-actions.ts';
import { runSome } from './run-actions.ts';
import { undoSome } from './undo-actions.ts';

const steps: Record<StateAtWork, (deps: Deps, work: ImportWork) => Promise<void>> = {
  reading: readFile,
  checking: checkSome,
  running: runSome,
  stopping: undoSome,
  undoing: undoSome,
};

/** How long a process works on one import before it looks for others. */
const turnMs = 45_000;

/** A step that crashed this many workers is marked as failed. */
const mostAttempts = 3;

/** A statement timeout or a lock timeout: if it happens every time, other imports would wait. */
const cutShort = ['57014', '55P03'];

/** The step was not tried, because the database was away. */
const wasAway = (error: unknown): boolean =>
  isUnavailable(error) && !cutShort.includes(pgErrorCode(error) ?? '');

/** The next step of an import. */
async function goOn(deps: Deps, work: ImportWork): Promise<void> {
  const { state } = work;
  if (!isAtWork(state)) return;
  if (work.attempts > mostAttempts) return giveUp(deps, work.id, state);
  try {
    await steps[state](deps, work);
  } catch (error) {
    // Counts as a failure only if the connection is still down; rethrows the original error.
    if (wasAway(error)) await putBack(deps.db, work.id).catch(() => undefined);
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
  while (performance.now() - began < turnMs) {
    const id = await nextAtWork(deps.db);
    if (id === undefined) return;
    const work = await (id === taken ? importWithId : takeUp)(deps.db, id);
    taken = id;
    if (work) await goOn(deps, work);
    await nextTurn();
  }
}
