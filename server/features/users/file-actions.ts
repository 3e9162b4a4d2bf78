import type { Deps } from '#server/deps.ts';
import { recordEachOnce, recordOnce } from '#server/engine/events/queries.ts';
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

/** Records that staff, a program or a guardian read something of a patient. */
export async function recordAccess(deps: Deps, viewer: Viewer, patientId: number): Promise<void> {
  if (patientId !== viewer.id) await recordAccessOncePerDay(deps, viewer, patientId, 'file_opened');
}

/** The same for several patients; always in the same order, so that two readers do not deadlock. */
export async function recordAccessToAll(
  deps: Deps,
  viewer: Viewer,
  patientIds: readonly number[],
): Promise<void> {
  const { date: day } = dayClock(deps.now());
  const opened = await queries.listFilesOpenedOn(deps.db, viewer, patientIds, day);
  const ids = [...new Set(patientIds)].filter((id) => id !== viewer.id && !opened.has(id));
  await recordEachOnce(
    deps.db,
    viewer,
    ids
      .sort((a, b) => a - b)
      .map((id) => ({
        action: 'file_opened',
        subject: 'users',
        subjectId: id,
        patientId: id,
        after: { day },
      })),
  );
}

/** Like `recordStaffAccess`, for people whom the caller has not loaded. */
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
