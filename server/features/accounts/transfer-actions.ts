import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { type Actor, recordEvent } from '#server/engine/events/queries.ts';
import { settleOffers } from '#server/features/offers/record-actions.ts';
import { erasePeople } from '#server/features/users/erase-queries.ts';
import { findUser, lockPeople, updateUser } from '#server/features/users/queries.ts';
import { isDifferentPerson, isUnnamed } from '#shared/domain/people/name-match.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { normalizeForSearch } from '#shared/domain/people/search.ts';
import {
  findPhoneOnlyPatients,
  hasRemainingData,
  moveAppointmentData,
  moveUpcomingAppointments,
} from './transfer-queries.ts';

interface AppointmentTransfer {
  /** The account that gets the appointments. */
  id: number;
  visitor: number;
  /** Only this appointment; otherwise all. */
  visit?: number;
}

/**
 * Moves upcoming appointments that were booked without an account to an account. One that overlaps another of
 * hers stays. A record without anything left is deleted.
 */
async function transferAppointments(
  tx: Db,
  deps: Deps,
  actor: Actor,
  { id, visitor, visit }: AppointmentTransfer,
): Promise<number> {
  await lockPeople(tx, [id, visitor]);
  const joined = await moveUpcomingAppointments(tx, { id, visitor, visit }, deps.now());
  for (const one of joined)
    await recordEvent(tx, actor, {
      action: 'visit_joined',
      subject: 'appointments',
      subjectId: one.id,
      locationId: one.locationId,
      patientId: id,
    });
  await moveAppointmentData(
    tx,
    visitor,
    id,
    joined.map((one) => one.id),
  );
  if (joined.length > 0) await settleOffers(tx, actor, [id], { now: deps.now() });
  if (joined.length > 0 && !(await hasRemainingData(tx, visitor))) {
    await erasePeople(tx, [visitor], deps.now());
    await recordEvent(tx, actor, { action: 'user_erased', subject: 'users', subjectId: visitor });
  }
  return joined.length;
}

const meanSeveralPeople = (names: readonly string[]): boolean =>
  names.some((one) => names.some((other) => isDifferentPerson(one, other)));

/** The longest of the names if all of them mean one person; otherwise undefined. */
function findCommonName(names: readonly string[]): string | undefined {
  const [longest] = names.toSorted((one, two) => two.length - one.length);
  return meanSeveralPeople(names) ? undefined : longest;
}

/** Whether appointments were booked with this number alone under the names of several people. */
export const hasSeveralVisitors = async (tx: Db, phone: string): Promise<boolean> =>
  meanSeveralPeople((await findPhoneOnlyPatients(tx, phone)).map(({ name }) => name));

/** Gives an account without a name the only name of its visitors. */
async function takeCommonName(tx: Db, actor: Actor, id: number, name: string): Promise<void> {
  await updateUser(tx, id, { name });
  await recordEvent(tx, actor, {
    action: 'user_changed',
    subject: 'users',
    subjectId: id,
    patientId: id,
    after: { fields: ['name'] },
  });
}

/**
 * After a number is verified, appointments booked with it under her name become hers. Families share phones,
 * so appointments under other names stay separate. An account without a name gets them only if all of them
 * have one name, and takes that name. An account of staff gets none.
 */
export async function transferByVerifiedPhone(
  tx: Db,
  deps: Deps,
  actor: Actor,
  { id, phone }: { id: number; phone: string },
): Promise<void> {
  const visitors = (await findPhoneOnlyPatients(tx, phone)).filter((visitor) => visitor.id !== id);
  if (visitors.length === 0) return;
  const person = await findUser(tx, id);
  if (!person || isStaff(person.role)) return;
  const unnamed = isUnnamed(person.name, phone);
  const commonName = unnamed ? findCommonName(visitors.map(({ name }) => name)) : undefined;
  const name = normalizeForSearch(person.name);
  let joined = 0;
  for (const visitor of visitors)
    if (unnamed ? commonName !== undefined : normalizeForSearch(visitor.name) === name)
      joined += await transferAppointments(tx, deps, actor, { id, visitor: visitor.id });
  if (commonName !== undefined && joined > 0) await takeCommonName(tx, actor, id, commonName);
}

/** A signed-in patient with the link of an appointment without an account: it becomes hers. */
export const transferAppointment = (
  tx: Db,
  deps: Deps,
  actor: Actor,
  joining: Required<AppointmentTransfer>,
): Promise<number> => transferAppointments(tx, deps, actor, joining);
