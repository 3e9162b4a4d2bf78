import { setImmediate as breath } from 'node:timers/promises';
import type { Deps } from '#server/deps.ts';
import { isAtWork, type StateAtWork } from '#shared/domain/imports/verdicts.ts';
import { checkSome } from './check-actions.ts';
import { type ImportWork, importWithId, nextAtWork } from './queries.ts';
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

/**
 * Does what imports wait for, a few rows a transaction, so that it can be cut off anywhere: what is done
 * stands in the rows, and whoever comes next goes on there.
 */
export async function workOnImports(deps: Deps): Promise<void> {
  const began = performance.now();
  while (performance.now() - began < turnMs) {
    const id = await nextAtWork(deps.db);
    const work = id === undefined ? undefined : await importWithId(deps.db, id);
    if (!work || !isAtWork(work.state)) return;
    await steps[work.state](deps, work);
    await breath();
  }
}
