import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import { deleteSessionsOf } from '#server/engine/http/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { uploadExists, uploadIdOf } from '#server/features/uploads/queries.ts';
import { addPerson, changePerson } from '#server/features/users/actions.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { changeStaff, createStaff, StaffMember } from '#shared/contract/staff.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import { type StaffProfile, saveBranches, saveProfile, setDeactivated, staffMembers } from './queries.ts';

type Profile = Pick<
  Body<typeof changeStaff>,
  'title' | 'titleAr' | 'speciality' | 'specialityAr' | 'photoUrl' | 'locationIds'
>;

async function profileColumns(tx: Db, profile: Profile): Promise<StaffProfile> {
  const { title, titleAr, speciality, specialityAr, photoUrl } = profile;
  if (photoUrl && !(await uploadExists(tx, photoUrl)))
    throw new Refusal('malformed', { fields: { photoUrl: 'validation.image' } });
  return {
    ...(title === undefined ? {} : { title }),
    ...(titleAr === undefined ? {} : { titleAr: titleAr || null }),
    ...(speciality === undefined ? {} : { speciality }),
    ...(specialityAr === undefined ? {} : { specialityAr: specialityAr || null }),
    ...(photoUrl === undefined ? {} : { photoId: photoUrl ? uploadIdOf(photoUrl) : null }),
  };
}

async function writeProfile(tx: Db, userId: number, profile: Profile): Promise<string[]> {
  const columns = await profileColumns(tx, profile);
  await saveProfile(tx, userId, columns);
  if (profile.locationIds) await saveBranches(tx, userId, profile.locationIds);
  return [...Object.keys(columns), ...(profile.locationIds ? ['locationIds'] : [])];
}

async function member(deps: Deps, viewer: Viewer, id: number): Promise<StaffMember> {
  const [found] = await staffMembers(deps, viewer, id);
  if (!found) throw new Refusal('not_found');
  return found;
}

/** A new doctor or admin with an account whose password she replaces at her first sign-in. */
export async function createStaffMember(
  deps: Deps,
  viewer: Viewer,
  body: Body<typeof createStaff>,
): Promise<StaffMember> {
  const { name, username, email, phone, password, role } = body;
  const id = await addPerson(
    deps,
    viewer,
    { name, username, email, phone, password, role },
    async (tx, userId) => {
      const fields = await writeProfile(tx, userId, body);
      await recordEvent(tx, viewer, {
        action: 'created',
        subject: 'staff',
        subjectId: userId,
        after: { role, fields },
      });
    },
  );
  return member(deps, viewer, id);
}

/**
 * Nobody deactivates herself or the super admin (the owner she does not even see); only the super admin
 * another admin.
 */
function mayDeactivate(viewer: Viewer, person: { id: number; role: string; isSuperAdmin: boolean }): boolean {
  if (person.id === viewer.id || person.isSuperAdmin) return false;
  return person.role !== 'admin' || viewer.isSuperAdmin;
}

/**
 * Changes a doctor or admin. Whoever is deactivated is signed out everywhere and cannot come back until
 * activated.
 */
export async function changeStaffMember(
  deps: Deps,
  viewer: Viewer,
  id: number,
  body: Body<typeof changeStaff>,
): Promise<StaffMember> {
  const { name, email, phone, role, deactivated } = body;
  await changePerson(deps, viewer, id, { name, email, phone, role }, async (tx, person) => {
    if (!isStaff(person.role)) throw new Refusal('not_found');
    const turns = deactivated !== undefined && deactivated !== (person.deactivatedAt !== null);
    if (turns && !mayDeactivate(viewer, person)) throw new Refusal('protected_account');
    const fields = await writeProfile(tx, id, body);
    if (turns) await setDeactivated(tx, id, deactivated ? deps.now() : null);
    if (turns && deactivated) await deleteSessionsOf(tx, id);
    if (fields.length === 0 && !turns) return;
    await recordEvent(tx, viewer, {
      action: turns ? (deactivated ? 'deactivated' : 'activated') : 'changed',
      subject: 'staff',
      subjectId: id,
      after: { fields },
    });
  });
  deps.cache.drop('staff');
  return member(deps, viewer, id);
}
