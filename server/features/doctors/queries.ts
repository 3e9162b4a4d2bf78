import { and, asc, eq, isNull } from 'drizzle-orm';
import { emptyProfile, staff, staffLocations } from '#server/db/schema/staff.ts';
import { users } from '#server/db/schema/users.ts';
import type { Deps } from '#server/deps.ts';
import { toReply } from '#server/engine/db/fields.ts';
import { currentHours } from '#server/features/locations/hours-queries.ts';
import { currentLocations } from '#server/features/locations/queries.ts';
import { uploadUrl } from '#server/features/uploads/queries.ts';
import { isNotOwner } from '#server/features/users/queries.ts';
import { type Doctor, doctorSchema } from '#shared/contract/doctors.ts';
import { Refusal } from '#shared/errors.ts';
import type { ListedDoctor } from '#shared/page.ts';

/** Active doctors by name, without the owner; cached until a staff record changes. */
export const currentDoctors = (deps: Pick<Deps, 'cache' | 'config' | 'db'>): Promise<Doctor[]> =>
  deps.cache.get('doctors', 'active', async () => {
    const rows = await deps.db
      .select({ id: users.id, name: users.name, profile: staff })
      .from(users)
      .leftJoin(staff, eq(staff.userId, users.id))
      .where(
        and(
          eq(users.role, 'doctor'),
          isNull(users.deactivatedAt),
          isNull(users.erasedAt),
          isNotOwner({ hiddenUsername: deps.config.OWNER_USERNAME }),
        ),
      )
      .orderBy(asc(users.name), asc(users.id));
    const open = new Set((await currentLocations(deps)).map(({ id }) => id));
    const places = await deps.db.select().from(staffLocations).orderBy(asc(staffLocations.locationId));
    return rows.map(({ profile, ...person }) =>
      toReply(
        doctorSchema,
        { ...(profile ?? emptyProfile), ...person },
        {
          locationIds: places
            .filter(({ userId, locationId }) => userId === person.id && open.has(locationId))
            .map(({ locationId }) => locationId),
        },
      ),
    );
  });

type ProfiledDoctor = Omit<ListedDoctor, 'bookableAt'>;

const loadDoctorProfiles = (deps: Pick<Deps, 'cache' | 'config' | 'db'>): Promise<ProfiledDoctor[]> =>
  deps.cache.get('doctors', 'listed', async () => {
    const doctors = await currentDoctors(deps);
    const profiles = await deps.db.select().from(staff).where(eq(staff.onSite, true));
    return doctors.flatMap((doctor) => {
      const profile = profiles.find(({ userId }) => userId === doctor.id);
      if (!profile) return [];
      const { languages, about, aboutAr, photoId } = profile;
      return { ...doctor, languages, about, aboutAr, photoUrl: photoId && uploadUrl(photoId) };
    });
  });

/**
 * Doctors with a page on the site, by name. Their branches are the assigned ones and those of their duties.
 */
export async function loadListedDoctors(
  deps: Pick<Deps, 'cache' | 'config' | 'db' | 'now'>,
): Promise<ListedDoctor[]> {
  const doctors = await loadDoctorProfiles(deps);
  if (doctors.length === 0) return [];
  const branches = await Promise.all(
    (await currentLocations(deps)).map(async ({ id, bookedBy }) => {
      const duties = (await currentHours(deps, id))?.duties ?? [];
      return { id, bookedBy, onDuty: new Set(duties.map(({ doctorId }) => doctorId)) };
    }),
  );
  return doctors.map((doctor) => {
    const hers = branches.filter(
      ({ id, onDuty }) => onDuty.has(doctor.id) || doctor.locationIds.includes(id),
    );
    return {
      ...doctor,
      locationIds: hers.map(({ id }) => id),
      bookableAt: hers
        .filter(({ bookedBy, onDuty }) => bookedBy === 'doctor' && onDuty.has(doctor.id))
        .map(({ id }) => id),
    };
  });
}

/** The doctor of a body's field. Rejects a person who is not an active doctor. */
export async function findActiveDoctor(
  deps: Pick<Deps, 'cache' | 'config' | 'db'>,
  id: number,
  field = 'doctorId',
): Promise<Doctor> {
  const doctor = (await currentDoctors(deps)).find((one) => one.id === id);
  if (!doctor) throw new Refusal('unknown_doctor', { fields: { [field]: 'error.unknownDoctor' } });
  return doctor;
}
