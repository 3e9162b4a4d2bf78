import { setImmediate as breath } from 'node:timers/promises';
import type { Deps } from '#server/deps.ts';
import { isUnavailable } from '#server/engine/db/transaction.ts';
import { isAtWork, type StateAtWork } from '#shared/domain/imports/verdicts.ts';
import { checkSome } from './check-actions.ts';
import { giveUp } from './give-up-actions.ts';
import { type ImportWork, importWithId, nextAtWork, putBack, takeUp } from './queries.ts';
import { readFile } from './read-actions.ts';
import { runSome } from './run-actions.ts';
import { takeBackSome } from './undo-actions.ts';

const steps: Record<StateAtWork, (deps: Deps, work: ImportWork) => Promise<void>> = {
  reading: readFile,
  checking: checkSome,
  running: runSome,
  stopping: takeBackSome,
  undoing: takeBackSome,
};

/** So long one process goes on before it asks again whose turn it is. */
const turnMs = 45_000;

/** So many processes may die over one step of an import. */
const mostAttempts = 3;

/** The next step of an import; one that the database was away for is no try. */
async function goOn(deps: Deps, work: ImportWork): Promise<void> {
  const { state } = work;
  if (!isAtWork(state)) return;
  if (work.attempts > mostAttempts) return giveUp(deps, work.id, state);
  try {
    await steps[state](deps, work);
  } catch (error) {
    if (isUnavailable(error)) await putBack(deps.db, work.id);
    throw error;
  }
}

/**
 * Does what imports wait for, a few rows a transaction, so that it can be cut off anywhere: what is done
 * stands in the rows, and whoever comes next goes on there. Where three in a row came no step further, it is
 * given up.
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
