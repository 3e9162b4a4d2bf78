import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { lockPatientOf } from '#server/features/appointments/booking-queries.ts';
import { locationWithId } from '#server/features/locations/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { Card } from '#shared/contract/arrivals.ts';
import type { OwnDay } from '#shared/contract/own-arrivals.ts';
import { clinicClock, minutesOf } from '#shared/domain/clinic-time.ts';
import { isOpen } from '#shared/domain/visits/appointment-status.ts';
import { delayAt, placeOf } from '#shared/domain/visits/queue.ts';
import { Refusal } from '#shared/errors.ts';
import { cardWithId, queueOfDay, saveArrival, usualConsultation } from './queries.ts';
import { arrivalFor, recordStage } from './stage-actions.ts';

/** Her own visit, while it is today; anything else is not there. */
async function cardOfToday(db: Db, deps: Deps, viewer: Viewer, id: number): Promise<Card> {
  const { prefix } = await currentSettings(deps);
  const card = await cardWithId(db, viewer, id, prefix);
  const { date } = clinicClock(deps.now());
  if (!card || card.userId !== viewer.id || card.date !== date) throw new Refusal('not_found');
  return card;
}

async function dayOf(deps: Deps, card: Card): Promise<OwnDay> {
  const now = deps.now();
  const { date, minutes } = clinicClock(now);
  const { rooms = 1 } = (await locationWithId(deps, card.locationId)) ?? {};
  const queue = await queueOfDay(deps.db, card.locationId, date);
  const { minutes: usual } = await usualConsultation(deps, card.locationId, date);
  const others = queue.filter(({ id }) => id !== card.id);
  const due = card.stage === 'waiting' ? placeOf(card) : minutesOf(card.appointmentTime);
  const isAhead = card.stage === 'expected' || card.stage === 'waiting';
  const { stage, ticket, hereAt } = card;
  const delayMinutes = isAhead ? delayAt(others, { minutes, now, rooms, usual }, due) : 0;
  return { stage, ticket, hereAt, delayMinutes, at: now.toISOString() };
}

/** Where she is on the day of her visit, and how late it runs for her. */
export async function ownDayOf(deps: Deps, viewer: Viewer, id: number): Promise<OwnDay> {
  return dayOf(deps, await cardOfToday(deps.db, deps, viewer, id));
}

/** She says that she is here; said again it stays as it was. Who was greeted already has nothing to say. */
export async function sayHere(deps: Deps, viewer: Viewer, id: number): Promise<OwnDay> {
  await cardOfToday(deps.db, deps, viewer, id);
  const card = await inTransaction(deps.db, async (tx) => {
    await lockPatientOf(tx, id);
    const before = await cardOfToday(tx, { ...deps, db: tx }, viewer, id);
    if (before.stage !== 'expected' || !isOpen(before.status)) throw new Refusal('stage_changed');
    if (before.hereAt !== null) return before;
    const kept = await arrivalFor(tx, id, before.locationId, before.date);
    await saveArrival(tx, id, { ...kept, hereAt: deps.now() });
    const after = await cardOfToday(tx, { ...deps, db: tx }, viewer, id);
    await recordStage(tx, viewer, 'says_here', { before, after });
    return after;
  });
  return dayOf(deps, card);
}
