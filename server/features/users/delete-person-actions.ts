import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { countUpcomingOfPatients } from '#server/features/held-times/held-time-queries.ts';
import type { PersonalData } from '#server/registries.ts';
import { isStaff, type Role } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import * as erasing from './erase-queries.ts';
import { lockPeople } from './queries.ts';

/** A person to delete. */
interface PersonToDelete {
  readonly id: number;
  readonly role: Role;
}

/** The time of a deletion, and what each feature does with its data about the people. */
interface DeletionOptions {
  readonly now: Date;
  readonly personalData: readonly PersonalData[];
}

/** The options of a deletion that a request asks for. */
export const deletionOptions = ({ now, registries }: Pick<Deps, 'now' | 'registries'>): DeletionOptions => ({
  now: now(),
  personalData: registries.personalData,
});

/**
 * Deletes a person from every table and records the number, so that the deletion can be repeated on a restored
 * backup. The clinic keeps appointments and signed notes: then the row in `users` stays without a name.
 */
export async function deletePerson(
  tx: Db,
  { id, role }: PersonToDelete,
  { now, personalData }: DeletionOptions,
): Promise<'erased' | 'deleted'> {
  const how = { now, personalData };
  for (const part of await erasing.recordsMergedInto(tx, id)) await deletePerson(tx, { ...part, role }, how);
  for (const { forget } of personalData) await forget(tx, [id]);
  for (const cared of await erasing.listCaredWithoutRecords(tx, id))
    await deletePerson(tx, { ...cared, role: 'patient' }, how);
  const kept = await erasing.isRowRetained(tx, id);
  await erasing.recordDeletions(tx, [id], now);
  if (kept) await erasing.erasePeople(tx, [id], now);
  else await erasing.deleteUsers(tx, [id]);
  // The audit trail keeps the names of what staff did.
  if (!isStaff(role)) await erasing.eraseFromEvents(tx, [id]);
  return kept ? 'erased' : 'deleted';
}

/**
 * Deletes patients whom an import created and whose appointments are already removed; a patient to whom a kept row
 * refers is erased. Their numbers are recorded, because a backup of those days has their names. Rows of another
 * list that match them stay, and are checked again when that list is imported.
 */
export async function deleteImportedPatients(
  tx: Db,
  ids: readonly number[],
  { now, personalData }: DeletionOptions,
): Promise<void> {
  for (const { forget, forgetImported = forget } of personalData) await forgetImported(tx, ids);
  await erasing.recordDeletions(tx, ids, now);
  const mentioned = await erasing.findRetainedIds(tx, ids);
  if (mentioned.size > 0) await erasing.erasePeople(tx, [...mentioned], now);
  await erasing.deleteUsers(
    tx,
    ids.filter((id) => !mentioned.has(id)),
  );
  await erasing.eraseFromEvents(tx, ids);
}

/** The person, and the patients whose only guardian she is. */
export const personAndPatients = async (db: Db, id: number): Promise<number[]> => [
  id,
  ...(await erasing.patientsOfOnlyGuardian(db, id)).map((cared) => cared.id),
];

/** Number of upcoming appointments that prevent the deletion, because nobody would get their messages. */
const countBlockingVisits = async (db: Db, id: number, now: Date): Promise<number> =>
  countUpcomingOfPatients(db, await personAndPatients(db, id), now);

/** Locks the person and her patients before reading: concurrent bookings wait, or are counted. */
export const lockPeopleToDelete = async (tx: Db, id: number): Promise<void> =>
  lockPeople(tx, await personAndPatients(tx, id));

/**
 * Deletes a person by her own wish or an admin's. Rejected while upcoming appointments would lose their only
 * recipient.
 */
export async function deletePersonUnlessExpected(
  tx: Db,
  person: PersonToDelete,
  how: DeletionOptions,
): Promise<'erased' | 'deleted'> {
  const n = await countBlockingVisits(tx, person.id, how.now);
  if (n > 0) throw new Refusal('patient_has_future_appointments', { params: { n } });
  return deletePerson(tx, person, how);
}
