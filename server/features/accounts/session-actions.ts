import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { Refusal } from '#shared/errors.ts';
import { deleteOtherSessions, deleteOwnSession } from './session-queries.ts';

/** Signs one of the viewer's devices out. */
export async function endDevice(deps: Deps, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await deleteOwnSession(tx, viewer, id))) throw new Refusal('not_found');
    await recordEvent(tx, viewer, { action: 'session_ended', subject: 'sessions', subjectId: viewer.id });
  });
}

/** Signs every other device of the viewer out. */
export async function endOtherDevices(deps: Deps, viewer: Viewer): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await deleteOtherSessions(tx, viewer);
    await recordEvent(tx, viewer, {
      action: 'other_sessions_ended',
      subject: 'sessions',
      subjectId: viewer.id,
    });
  });
}
