import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent, systemActor } from '#server/engine/events/queries.ts';
import type { StateAtWork } from '#shared/domain/imports/verdicts.ts';
import { type ImportRecord, lockImport, updateImport } from './queries.ts';
import { deleteRows } from './row-queries.ts';

type Change = Parameters<typeof updateImport>[2];

/** Nothing was imported yet: discards the file. */
const createRefusedChange = ({ sheets }: ImportRecord): Change => ({
  state: 'refused',
  refusal: 'server_stopped',
  total: 0,
  progress: 0,
  // Another sheet of the file may be readable.
  ...(sheets.length > 1 ? {} : { bytes: null }),
});
/** Undoes the import, as if a user had pressed Stop. */
const createUndoChange = (): Change => ({ state: 'stopping', refusal: 'server_stopped' });
/** Rows that could not be undone stay, until somebody undoes the import again. */
const createDoneChange = ({ finishedAt }: ImportRecord, now: Date): Change => ({
  state: 'done',
  refusal: 'undo_stopped',
  finishedAt: finishedAt ?? now,
  bytes: null,
});

const changeByState: Record<StateAtWork, (work: ImportRecord, now: Date) => Change> = {
  reading: createRefusedChange,
  checking: createRefusedChange,
  running: createUndoChange,
  stopping: createDoneChange,
  undoing: createDoneChange,
};

/** Gives up an import after repeated crashes, and shows that. */
export async function giveUpImport(deps: Deps, id: number, was: StateAtWork): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const work = await lockImport(tx, id);
    if (work?.state !== was) return;
    const end = changeByState[was](work, deps.now());
    if (end.state === 'refused') await deleteRows(tx, id);
    await updateImport(tx, id, end);
    await recordEvent(tx, systemActor, {
      action: 'import_failed',
      subject: 'imports',
      subjectId: id,
      after: { state: was },
    });
  });
}
