import type { Deps } from '#server/deps.ts';
import { currentHours } from '#server/features/locations/hours-queries.ts';
import { currentLocations, findOpenLocation } from '#server/features/locations/queries.ts';
import type { branchDoctors, Doctor, Earliest } from '#shared/contract/doctors.ts';
import type { Reply } from '#shared/contract/endpoint.ts';
import { Refusal } from '#shared/errors.ts';
import { cacheBranchTimes, findFirstFreeTime } from './availability-queries.ts';
import { currentDoctors, findActiveDoctor } from './queries.ts';

type ChoiceDeps = Pick<Deps, 'cache' | 'config' | 'db' | 'now'>;

/** Doctors with duties at a branch in any week, by name; empty if the branch books by room. */
async function listChoosableDoctors(deps: ChoiceDeps, locationId: number): Promise<Doctor[]> {
  const location = await findOpenLocation(deps, locationId);
  const hours = location && (await currentHours(deps, locationId));
  if (!location || !hours) throw new Refusal('not_found');
  if (location.bookedBy === 'room') return [];
  const onDuty = new Set(hours.duties.map(({ doctorId }) => doctorId));
  return (await currentDoctors(deps)).filter(({ id }) => onDuty.has(id));
}

/**
 * The first free time of each branch for a service, soonest first; of one doctor, at the branches where
 * patients can choose her by name. Cached per branch: an appointment invalidates only its own branch.
 */
export async function findEarliestTimes(
  deps: ChoiceDeps,
  service: string | undefined,
  doctorId?: number,
): Promise<Earliest[]> {
  if (doctorId !== undefined) await findActiveDoctor(deps, doctorId);
  const firsts = (await currentLocations(deps)).map(async ({ id: locationId }) => {
    if (doctorId && !(await listChoosableDoctors(deps, locationId)).some(({ id }) => id === doctorId))
      return null;
    const wanted = { locationId, service, doctorId };
    const question = JSON.stringify(['first', locationId, service, doctorId]);
    const ofDoctor = doctorId !== undefined;
    const first = await cacheBranchTimes(deps, locationId, { question, ofDoctor }, () =>
      findFirstFreeTime(deps, wanted),
    );
    return first && { locationId, ...first };
  });
  const at = ({ date, time }: Earliest) => `${date} ${time}`;
  const found = (await Promise.all(firsts)).filter((first) => first !== null);
  return found.toSorted((a, b) => at(a).localeCompare(at(b)));
}

/** The doctors that a patient may choose at a branch, each with her first free time. */
export async function loadDoctorChoices(
  deps: ChoiceDeps,
  locationId: number,
  service: string | undefined,
): Promise<Reply<typeof branchDoctors>> {
  const here = await listChoosableDoctors(deps, locationId);
  const first = (wanted: object) => findFirstFreeTime(deps, { locationId, service, ...wanted });
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
