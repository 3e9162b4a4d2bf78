import { and, asc, eq, isNull } from 'drizzle-orm';
import { staff, staffLocations } from '#server/db/schema/staff.ts';
import { users } from '#server/db/schema/users.ts';
import type { Deps } from '#server/deps.ts';
import { replyOf } from '#server/engine/db/fields.ts';
import { currentLocations } from '#server/features/locations/queries.ts';
import { notTheOwner } from '#server/features/users/queries.ts';
import { type Doctor, doctorSchema } from '#shared/contract/doctors.ts';
import { Refusal } from '#shared/errors.ts';

const noProfile = {
  nameAr: null,
  title: '',
  titleAr: null,
  gender: null,
  speciality: '',
  specialityAr: null,
};

/** Who works as a doctor now, by name; kept until one of the staff changes. The owner is none of them. */
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
          notTheOwner({ hiddenUsername: deps.config.OWNER_USERNAME }),
        ),
      )
      .orderBy(asc(users.name), asc(users.id));
    const open = new Set((await currentLocations(deps)).map(({ id }) => id));
    const places = await deps.db.select().from(staffLocations).orderBy(asc(staffLocations.locationId));
    return rows.map(({ profile, ...person }) =>
      replyOf(
        doctorSchema,
        { ...(profile ?? noProfile), ...person },
        {
          locationIds: places
            .filter(({ userId, locationId }) => userId === person.id && open.has(locationId))
            .map(({ locationId }) => locationId),
        },
      ),
    );
  });

/** The doctor that a field of a body names; refused where she does not work here (any more). */
export async function doctorFor(
  deps: Pick<Deps, 'cache' | 'config' | 'db'>,
  id: number,
  field = 'doctorId',
): Promise<Doctor> {
  const doctor = (await currentDoctors(deps)).find((one) => one.id === id);
  if (!doctor) throw new Refusal('unknown_doctor', { fields: { [field]: 'error.unknownDoctor' } });
  return doctor;
}
