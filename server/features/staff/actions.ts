import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { refuseOldVersion } from '#server/engine/http/version.ts';
import { addPerson, changePerson } from '#server/features/accounts/user-actions.ts';
import { withdrawUnneededOffersAfterSave } from '#server/features/disruptions/actions.ts';
import {
  previewDisplaced,
  refuseIfAskedForWoman,
  watchDepartures,
} from '#server/features/disruptions/departure-actions.ts';
import { findOpenLocation } from '#server/features/locations/queries.ts';
import { deleteSessionsOf } from '#server/features/sessions/queries.ts';
import { checkBranch } from '#server/features/users/branch-queries.ts';
import { raiseVersion, type UserRow } from '#server/features/users/queries.ts';
import type { DisplacedVisits } from '#shared/contract/disruptions.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type {
  changeStaff,
  chooseOwnPlace,
  createStaff,
  previewStaffChange,
  StaffMember,
} from '#shared/contract/staff.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import { saveBranches, savePlace, saveProfile, setDeactivated, staffMembers } from './queries.ts';

async function findStaffMember(deps: Deps, viewer: Viewer, id: number): Promise<StaffMember> {
  const [found] = await staffMembers(deps, viewer, id);
  if (!found) throw new Refusal('not_found');
  return found;
}

/** Creates an account of staff; its password must be replaced at the first sign-in. */
export async function createStaffMember(
  deps: Deps,
  viewer: Viewer,
  body: Body<typeof createStaff>,
): Promise<StaffMember> {
  const { name, username, email, phone, password, role, ...profile } = body;
  const id = await addPerson(
    deps,
    viewer,
    { name, username, email, phone, password, role },
    async (tx, userId) => {
      const fields = await saveProfile(tx, userId, profile);
      await recordEvent(tx, viewer, {
        action: 'created',
        subject: 'staff',
        subjectId: userId,
        after: { role, fields },
      });
    },
  );
  // The reply shows what was created, also for the owner, who is in no list from here on.
  return findStaffMember(deps, { ...viewer, hiddenUsername: undefined }, id);
}

/** Nobody may deactivate herself, the super admin or the owner; only the super admin another admin. */
function canDeactivate(viewer: Viewer, person: { id: number; role: string; isSuperAdmin: boolean }): boolean {
  if (person.id === viewer.id || person.isSuperAdmin) return false;
  return person.role !== 'admin' || viewer.isSuperAdmin;
}

/**
 * Changes a member of staff. A deactivated one is signed out everywhere and cannot sign in until activated.
 */
export async function changeStaffMember(
  deps: Deps,
  viewer: Viewer,
  id: number,
  body: Body<typeof changeStaff>,
): Promise<StaffMember> {
  const { name, email, phone, role, deactivated, version, ...profile } = body;
  const departs = role !== undefined || deactivated !== undefined || profile.locationIds !== undefined;
  const departures = watchDepartures(deps, viewer, departs ? [id] : []);
  const save = async (tx: Db, person: UserRow): Promise<void> => {
    if (departs) await departures.before(tx);
    if (!isStaff(person.role)) throw new Refusal('not_found');
    await refuseOldVersion(version, person.version, () => findStaffMember({ ...deps, db: tx }, viewer, id));
    const turns = deactivated !== undefined && deactivated !== (person.deactivatedAt !== null);
    if (turns && !canDeactivate(viewer, person)) throw new Refusal('protected_account');
    if (profile.gender !== undefined && profile.gender !== 'female')
      await refuseIfAskedForWoman(tx, deps, id);
    const fields = await saveProfile(tx, id, profile);
    if (turns) await setDeactivated(tx, id, deactivated ? deps.now() : null);
    if (turns && deactivated) await deleteSessionsOf(tx, id);
    if (fields.length === 0 && !turns) return;
    await raiseVersion(tx, id);
    await recordEvent(tx, viewer, {
      action: turns ? (deactivated ? 'deactivated' : 'activated') : 'changed',
      subject: 'staff',
      subjectId: id,
      after: { fields },
    });
  };
  await changePerson(
    deps,
    viewer,
    id,
    { name, email, phone, role },
    { before: save, after: departures.after },
  );
  if (departs) await withdrawUnneededOffersAfterSave(deps);
  return findStaffMember(deps, viewer, id);
}

/** The appointments that a change of staff would displace, with other times for each. Nothing is saved. */
export async function previewStaffEdit(
  deps: Deps,
  viewer: Viewer,
  id: number,
  { role, deactivated, locationIds }: Body<typeof previewStaffChange>,
): Promise<DisplacedVisits> {
  const { user } = await findStaffMember(deps, viewer, id);
  const leaves = deactivated === true || (role !== undefined && role !== 'doctor');
  if (user.role !== 'doctor' || !(leaves || locationIds)) return { count: 0, visits: [] };
  return previewDisplaced(deps, viewer, async (tx, departuresOf) => {
    const departures = departuresOf([id]);
    await departures.before(tx);
    if (locationIds) await saveBranches(tx, id, locationIds);
    // To patients, a doctor with another role is gone as if deactivated.
    if (leaves) await setDeactivated(tx, id, deps.now());
    await departures.after(tx);
  });
}

/** Saves a user's branch and filter for her screens; a preference, not an event. */
export async function saveHomePlace(
  deps: Deps,
  viewer: Viewer,
  place: Body<typeof chooseOwnPlace>,
): Promise<void> {
  const { homeLocationId } = place;
  if (homeLocationId !== undefined) {
    checkBranch(viewer, homeLocationId);
    if (!(await findOpenLocation(deps, homeLocationId))) throw new Refusal('unknown_location');
  }
  await savePlace(deps.db, viewer.id, place);
}
