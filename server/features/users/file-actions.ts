import type { Deps } from '#server/deps.ts';
import { recordOnce } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import type { UserRow } from './queries.ts';
import * as queries from './queries.ts';

type FileAccess = 'file_opened' | 'notes_read';

/** Once per person, file and day: the first opening is recorded, later ones only check. */
async function recordAccessOncePerDay(
  deps: Deps,
  viewer: Viewer,
  id: number,
  action: FileAccess,
): Promise<void> {
  const { date: day } = dayClock(deps.now());
  if (await queries.hasOpenedFileOn(deps.db, viewer, id, { day, action })) return;
  await recordOnce(deps.db, viewer, {
    action,
    subject: 'users',
    subjectId: id,
    patientId: id,
    after: { day },
  });
}

/**
 * Records that staff opened a patient's file or read its clinical notes. The caller has checked that the
 * viewer may.
 */
export async function recordStaffAccess(
  deps: Deps,
  viewer: Viewer,
  { id, role }: Pick<UserRow, 'id' | 'role'>,
  action: FileAccess = 'file_opened',
): Promise<void> {
  if (isStaff(viewer.role) && id !== viewer.id && !isStaff(role))
    await recordAccessOncePerDay(deps, viewer, id, action);
}

/** Records that a guardian opened the file, like any opening. */
export async function recordGuardianAccess(
  deps: Deps,
  viewer: Viewer,
  id: number,
  action: FileAccess = 'file_opened',
): Promise<void> {
  if (!isStaff(viewer.role) && id !== viewer.id) await recordAccessOncePerDay(deps, viewer, id, action);
}

/** The same for people whom the caller has not loaded. */
export async function recordStaffAccessById(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  if (!isStaff(viewer.role)) return;
  const person = await queries.findVisiblePerson(deps.db, viewer, id);
  if (person) await recordStaffAccess(deps, viewer, person);
}

/** Shows a person. */
export async function openPersonFile(deps: Deps, viewer: Viewer, id: number): Promise<UserRow> {
  const person = await queries.findVisiblePerson(deps.db, viewer, id);
  if (!person) throw new Refusal('not_found');
  await recordStaffAccess(deps, viewer, person);
  return person;
}
