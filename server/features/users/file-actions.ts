import type { Deps } from '#server/deps.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import type { UserRow } from './queries.ts';
import * as queries from './queries.ts';

/**
 * That staff opened a patient's file, in whichever view, or read its clinical notes, is recorded once in a
 * quarter of an hour.
 */
export async function noteFileOpened(
  deps: Deps,
  viewer: Viewer,
  id: number,
  action: 'file_opened' | 'notes_read' = 'file_opened',
): Promise<void> {
  if (!isStaff(viewer.role) || id === viewer.id) return;
  const person = await queries.findFor(deps.db, viewer, id);
  if (!person || isStaff(person.role) || (await queries.openedLately(deps.db, viewer.id, id, action))) return;
  await recordEvent(deps.db, viewer, {
    action,
    subject: 'users',
    subjectId: id,
    patientId: id,
  });
}

/** Shows a person. */
export async function openFile(deps: Deps, viewer: Viewer, id: number): Promise<UserRow> {
  const person = await queries.findFor(deps.db, viewer, id);
  if (!person) throw new Refusal('not_found');
  await noteFileOpened(deps, viewer, id);
  return person;
}
