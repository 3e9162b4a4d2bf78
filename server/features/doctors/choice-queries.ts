import type { Deps } from '#server/deps.ts';
import { locationWithId } from '#server/features/locations/queries.ts';
import { firstFree } from '#server/features/schedules/availability-queries.ts';
import { currentHours } from '#server/features/schedules/queries.ts';
import type { branchDoctors, Doctor } from '#shared/contract/doctors.ts';
import type { Reply } from '#shared/contract/endpoint.ts';
import { Refusal } from '#shared/errors.ts';
import { currentDoctors } from './queries.ts';

type Asked = Pick<Deps, 'cache' | 'config' | 'db' | 'now'>;

/** Who is on duty at a branch in any week, by name; nobody where rooms are booked. */
async function choosable(deps: Asked, locationId: number): Promise<Doctor[]> {
  const location = await locationWithId(deps, locationId);
  const hours = location && (await currentHours(deps, locationId));
  if (!location || !hours) throw new Refusal('not_found');
  if (location.bookedBy === 'room') return [];
  const onDuty = new Set(hours.duties.map(({ doctorId }) => doctorId));
  return (await currentDoctors(deps)).filter(({ id }) => onDuty.has(id));
}

/** Whom a patient may choose at a branch, each with the first time that is free. */
export async function choosableAt(
  deps: Asked,
  locationId: number,
  service: string | undefined,
): Promise<Reply<typeof branchDoctors>> {
  const here = await choosable(deps, locationId);
  const first = (wanted: object) => firstFree(deps, { locationId, service, ...wanted });
  const hasWoman = here.some(({ gender }) => gender === 'female');
  return {
    any: await first({}),
    ...(hasWoman ? { woman: await first({ doctorWish: 'woman' }) } : {}),
    doctors: await Promise.all(
      here.map(async ({ gender: _gender, locationIds: _locations, ...doctor }) => ({
        ...doctor,
        first: await first({ doctorId: doctor.id }),
      })),
    ),
  };
}
