import type { Deps } from '#server/deps.ts';
import { recordOnce } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import type { UserRow } from './queries.ts';
import * as queries from './queries.ts';

type Opened = 'file_opened' | 'notes_read';

/** Once a person, file and day: the first look of a day is written, the others only ask whether it was. */
async function noteOnce(deps: Deps, viewer: Viewer, id: number, action: Opened): Promise<void> {
  const { date: day } = dayClock(deps.now());
  if (await queries.openedOn(deps.db, viewer, id, { day, action })) return;
  await recordOnce(deps.db, viewer, {
    action,
    subject: 'users',
    subjectId: id,
    patientId: id,
    after: { day },
  });
}

/**
 * That staff opened a patient's file, in whichever view, or read its clinical notes. She was found within the
 * viewer's scope.
 */
export async function noteOpened(
  deps: Deps,
  viewer: Viewer,
  { id, role }: Pick<UserRow, 'id' | 'role'>,
  action: Opened = 'file_opened',
): Promise<void> {
  if (isStaff(viewer.role) && id !== viewer.id && !isStaff(role)) await noteOnce(deps, viewer, id, action);
}

/** That somebody's guardian looked: it is named in the trail as any opening is. */
export async function noteSeenByGuardian(
  deps: Deps,
  viewer: Viewer,
  id: number,
  action: Opened = 'file_opened',
): Promise<void> {
  if (!isStaff(viewer.role) && id !== viewer.id) await noteOnce(deps, viewer, id, action);
}

/** The same of whom the caller has not looked for. */
export async function noteFileOpened(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  if (!isStaff(viewer.role)) return;
  const person = await queries.findFor(deps.db, viewer, id);
  if (person) await noteOpened(deps, viewer, person);
}

/** Shows a person. */
export async function openFile(deps: Deps, viewer: Viewer, id: number): Promise<UserRow> {
  const person = await queries.findFor(deps.db, viewer, id);
  if (!person) throw new Refusal('not_found');
  await noteOpened(deps, viewer, person);
  return person;
}
