import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { noteRecorded } from '#server/engine/db/recorded.ts';
import { countOpen } from '#server/features/held-times/held-time-queries.ts';
import type { PersonalData } from '#server/registries.ts';
import { isStaff, type Role } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import * as erasing from './erase-queries.ts';
import { lockPeople } from './queries.ts';

/** Of whom nothing is to remain but what the law makes the clinic keep. */
interface Going {
  readonly id: number;
  readonly role: Role;
}

/** When people are deleted, and what the features do with what they keep of them. */
interface Forgetting {
  readonly now: Date;
  readonly personalData: readonly PersonalData[];
}

/** How a request deletes people. */
export const forgettingNow = ({ now, registries }: Pick<Deps, 'now' | 'registries'>): Forgetting => ({
  now: now(),
  personalData: registries.personalData,
});

/** What was told them and planned for them. */
async function forgetTold(tx: Db, ids: readonly number[]): Promise<void> {
  await erasing.forgetMessages(tx, ids);
  const freed = await erasing.forgetPlans(tx, ids);
  if (freed.length > 0) noteRecorded(tx, { subject: 'offers', ofPatient: true, days: freed });
}

/**
 * Takes away all that is kept of somebody, in every table, and notes her number so that a restored backup can
 * be told. Her visits stay without a word of the desk's, and what doctors signed; of who has neither,
 * nothing does.
 */
export async function forgetPerson(
  tx: Db,
  { id, role }: Going,
  { now, personalData }: Forgetting,
): Promise<'erased' | 'deleted'> {
  const how = { now, personalData };
  for (const part of await erasing.joinedInto(tx, id)) await forgetPerson(tx, { ...part, role }, how);
  await forgetTold(tx, [id]);
  await erasing.forgetByAddress(tx, id);
  await erasing.forgetWords(tx, id);
  for (const cared of await erasing.knownByName(tx, id))
    await forgetPerson(tx, { ...cared, role: 'patient' }, how);
  const kept = await erasing.hasLeftTraces(tx, id);
  for (const { forget } of personalData) await forget(tx, [id]);
  await erasing.noteDeletions(tx, [id], now);
  if (kept) await erasing.erasePeople(tx, [id], now);
  else await erasing.deleteUsers(tx, [id]);
  // What one of the staff did stays as it was told.
  if (!isStaff(role)) await erasing.forgetInTrail(tx, [id]);
  return kept ? 'erased' : 'deleted';
}

/**
 * Deletes patients whom an import made and whose visits are removed already; one whom anything still mentions
 * is erased. They are noted, because a backup of those days has their names. Rows of another list that mean
 * them stay, and are checked again when they come in.
 */
export async function deleteImported(
  tx: Db,
  ids: readonly number[],
  { now, personalData }: Forgetting,
): Promise<void> {
  await forgetTold(tx, ids);
  for (const { forget, forgetImported = forget } of personalData) await forgetImported(tx, ids);
  await erasing.noteDeletions(tx, ids, now);
  const mentioned = await erasing.idsWithTraces(tx, ids);
  if (mentioned.size > 0) await erasing.erasePeople(tx, [...mentioned], now);
  await erasing.deleteUsers(
    tx,
    ids.filter((id) => !mentioned.has(id)),
  );
  await erasing.forgetInTrail(tx, ids);
}

/** Who may be expected: she, and those whom she alone looks after. */
export const herselfAndCared = async (db: Db, id: number): Promise<number[]> => [
  id,
  ...(await erasing.caredByHerAlone(db, id)).map((cared) => cared.id),
];

/** How many visits to come keep her from going: nobody would be told of them. */
const visitsInTheWay = async (db: Db, id: number, now: Date): Promise<number> =>
  countOpen(db, await herselfAndCared(db, id), now);

/** Before she is read who shall go: what is booked for any of them waits, or is there to be counted. */
export const lockGoing = async (tx: Db, id: number): Promise<void> =>
  lockPeople(tx, await herselfAndCared(tx, id));

/** Forgets her by her own will or an admin's: not while somebody is expected of whom nobody would be told. */
export async function forgetUnlessExpected(
  tx: Db,
  person: Going,
  how: Forgetting,
): Promise<'erased' | 'deleted'> {
  const n = await visitsInTheWay(tx, person.id, how.now);
  if (n > 0) throw new Refusal('patient_has_future_appointments', { params: { n } });
  return forgetPerson(tx, person, how);
}
