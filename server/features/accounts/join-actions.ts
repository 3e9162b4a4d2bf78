import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { type Actor, recordEvent } from '#server/engine/events/queries.ts';
import { settleOffers } from '#server/features/offers/record-actions.ts';
import { erasePeople } from '#server/features/users/erase-queries.ts';
import { findUser, lockPeople } from '#server/features/users/queries.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { fold } from '#shared/domain/people/search.ts';
import { isKeptOf, joinVisits, moveWithVisits, visitorsOf } from './join-queries.ts';

interface Joining {
  /** The account that they become visits of. */
  id: number;
  visitor: number;
  /** That one alone; without it all. */
  visit?: number;
}

/**
 * Visits to come that were booked without an account become an account's; one at a time at which she comes
 * already stays. Who has nothing left here is forgotten.
 */
async function join(tx: Db, deps: Deps, actor: Actor, { id, visitor, visit }: Joining): Promise<number> {
  await lockPeople(tx, [id, visitor]);
  const joined = await joinVisits(tx, { id, visitor, visit }, deps.now());
  for (const one of joined)
    await recordEvent(tx, actor, {
      action: 'visit_joined',
      subject: 'appointments',
      subjectId: one.id,
      locationId: one.locationId,
      patientId: id,
    });
  await moveWithVisits(
    tx,
    visitor,
    id,
    joined.map((one) => one.id),
  );
  if (joined.length > 0) await settleOffers(tx, actor, [id], { now: deps.now() });
  if (joined.length > 0 && !(await isKeptOf(tx, visitor))) {
    await erasePeople(tx, [visitor], deps.now());
    await recordEvent(tx, actor, { action: 'user_erased', subject: 'users', subjectId: visitor });
  }
  return joined.length;
}

/**
 * She has proved a number: what was booked by it alone, under her name, is hers. A family shares a phone, so
 * another name's visits stay apart; an account that has no name yet is nobody else's, and one of the staff
 * has no visits.
 */
export async function joinVisitsOf(
  tx: Db,
  deps: Deps,
  actor: Actor,
  { id, phone }: { id: number; phone: string },
): Promise<void> {
  const visitors = await visitorsOf(tx, phone);
  if (visitors.length === 0) return;
  const person = await findUser(tx, id);
  if (!person || isStaff(person.role)) return;
  const name = fold(person.name);
  const unnamed = name === fold(formatPhone(phone));
  for (const visitor of visitors)
    if (visitor.id !== id && (unnamed || fold(visitor.name) === name))
      await join(tx, deps, actor, { id, visitor: visitor.id });
}

/** She is signed in and holds the link of a visit without an account: it becomes hers. */
export const joinVisit = (tx: Db, deps: Deps, actor: Actor, joining: Required<Joining>): Promise<number> =>
  join(tx, deps, actor, joining);
