import { and, asc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import { locations } from '#server/db/schema/locations.ts';
import { duties, emptyProfile, staff, staffLocations } from '#server/db/schema/staff.ts';
import { users } from '#server/db/schema/users.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { columnValues, toReply } from '#server/engine/db/fields.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { deleteCalendar } from '#server/features/calendars/queries.ts';
import { currentLocations } from '#server/features/locations/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { uploadExists, uploadIdOf, uploadUrl } from '#server/features/uploads/queries.ts';
import { isNotOwner, presentUser, usersByIds } from '#server/features/users/queries.ts';
import { doctorNameSchema } from '#shared/contract/doctors.ts';
import type { Body, Reply } from '#shared/contract/endpoint.ts';
import {
  type changeStaff,
  type chooseOwnPlace,
  type ownPlace,
  type StaffMember,
  staffMemberSchema,
} from '#shared/contract/staff.ts';
import type { changeUser } from '#shared/contract/users.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { staffRoles } from '#shared/domain/people/roles.ts';
import { listSelectableBranches } from '#shared/domain/visits/closed-branch.ts';
import { Refusal } from '#shared/errors.ts';

/** Staff, active first; the owner only for herself. With an id, only that one. */
export async function staffMembers(
  deps: Pick<Deps, 'cache' | 'db'>,
  viewer: Viewer,
  id?: number,
): Promise<StaffMember[]> {
  const { prefix } = await currentSettings(deps);
  const visible = await deps.db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        inArray(users.role, [...staffRoles]),
        isNull(users.erasedAt),
        isNotOwner(viewer),
        id === undefined ? undefined : eq(users.id, id),
      ),
    )
    .orderBy(sql`${users.deactivatedAt} is not null`, asc(users.name), asc(users.id));
  const ids = visible.map((row) => row.id);
  if (ids.length === 0) return [];
  const people = new Map((await usersByIds(deps.db, ids)).map((row) => [row.id, row]));
  const profiles = new Map(
    (await deps.db.select().from(staff).where(inArray(staff.userId, ids))).map((row) => [row.userId, row]),
  );
  const branches = await deps.db
    .select()
    .from(staffLocations)
    .where(inArray(staffLocations.userId, ids))
    .orderBy(staffLocations.locationId);
  return ids.flatMap((userId) => {
    const person = people.get(userId);
    if (!person) return [];
    const { photoId, ...profile } = profiles.get(userId) ?? emptyProfile;
    return toReply(staffMemberSchema, profile, {
      user: presentUser(person, prefix),
      photoUrl: photoId && uploadUrl(photoId),
      locationIds: branches.filter((branch) => branch.userId === userId).map((branch) => branch.locationId),
      version: person.version,
    });
  });
}

type Profile = Omit<Body<typeof changeStaff>, keyof Body<typeof changeUser> | 'deactivated'>;

/** Saves the profile beside the account; returns the names of the given fields. */
export async function saveProfile(
  db: Db,
  userId: number,
  { locationIds, ...profile }: Profile,
): Promise<string[]> {
  const { photoUrl } = profile;
  if (photoUrl && !(await uploadExists(db, photoUrl)))
    throw new Refusal('malformed', { fields: { photoUrl: 'validation.image' } });
  const values = columnValues(staff, profile, {
    photoUrl: (url) => ({ photoId: url ? uploadIdOf(url) : null }),
  });
  const fields = Object.keys(values);
  const row = db.insert(staff).values({ userId, ...values });
  await (fields.length > 0
    ? row.onConflictDoUpdate({ target: staff.userId, set: values })
    : row.onConflictDoNothing());
  if (locationIds === undefined) return fields;
  await saveBranches(db, userId, locationIds);
  return [...fields, 'locationIds'];
}

/**
 * Sets the branches of a person, and ends duties elsewhere; unknown ids are ignored and archived branches
 * stay. An empty list must be explicit: a receptionist without branches sees every branch.
 */
export async function saveBranches(db: Db, userId: number, locationIds: readonly number[]): Promise<void> {
  const hers = eq(staffLocations.userId, userId);
  if (locationIds.length === 0) {
    await db.delete(staffLocations).where(hers);
    return;
  }
  const open = await db.select({ id: locations.id }).from(locations).where(isNull(locations.archivedAt));
  const openIds = open.map(({ id }) => id);
  const chosen = openIds.filter((id) => locationIds.includes(id));
  if (chosen.length === 0) throw new Refusal('unknown_location');
  await db.delete(staffLocations).where(and(hers, inArray(staffLocations.locationId, openIds)));
  await db.insert(staffLocations).values(chosen.map((locationId) => ({ userId, locationId })));
  await db
    .delete(duties)
    .where(and(eq(duties.userId, userId), notInArray(duties.locationId, [...locationIds])));
}

export async function setDeactivated(db: Db, userId: number, at: Date | null): Promise<void> {
  if (at) await deleteCalendar(db, userId);
  await db
    .update(users)
    .set({ deactivatedAt: at, version: sql`${users.version} + 1` })
    .where(eq(users.id, userId));
}

/**
 * The user's branches, the branch with which her screens begin, whose appointments they show, and her name.
 * Her screens begin with the branch that she chose last, and with one that is closed for good only if she has
 * no other.
 */
export async function readOwnPlace(deps: Deps, viewer: Viewer): Promise<Reply<typeof ownPlace>> {
  const all = await currentLocations(deps);
  const assigned = await deps.db
    .select({ id: staffLocations.locationId })
    .from(staffLocations)
    .where(eq(staffLocations.userId, viewer.id));
  const hers = all.filter(({ id }) => assigned.some((row) => row.id === id));
  const [row] = await deps.db.select().from(staff).where(eq(staff.userId, viewer.id));
  const own = viewer.branches ? hers : all;
  const byPreference = [...own.filter(({ id }) => id === row?.homeLocationId), ...hers, ...own];
  const home = listSelectableBranches(byPreference, dayClock(deps.now()).date)[0] ?? byPreference[0];
  const called = toReply(doctorNameSchema, { ...(row ?? emptyProfile), name: viewer.name });
  const onlyMine = viewer.role === 'doctor' && row?.onlyMine === true;
  return {
    locationIds: own.map(({ id }) => id),
    homeLocationId: home?.id ?? null,
    onlyMine,
    called,
  };
}

export async function savePlace(db: Db, userId: number, place: Body<typeof chooseOwnPlace>): Promise<void> {
  if (Object.keys(place).length === 0) return;
  await db
    .insert(staff)
    .values({ userId, ...place })
    .onConflictDoUpdate({ target: staff.userId, set: place });
}
