import { setImmediate as breath } from 'node:timers/promises';
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

/** So long one process goes on before it asks again whose turn it is. */
const turnMs = 45_000;

/** So many processes may die over one step of an import. */
const mostAttempts = 3;

/** A statement that took too long, a lock that was not given: where it happens every time, others wait. */
const cutShort = ['57014', '55P03'];

/** The step was not tried at all: the database was away. */
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
    // Still away? Then it counts; what is thrown is why the step failed.
    if (wasAway(error)) await putBack(deps.db, work.id).catch(() => undefined);
    throw error;
  }
}

/**
 * Does what imports wait for, a few rows a transaction, so that it can be cut off anywhere: what is done
 * stands in the rows, and whoever comes next goes on there. Where three in a row came no step further, killed
 * or cut short, it is given up, and the next one's turn has come.
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
    await breath();
  }
}
