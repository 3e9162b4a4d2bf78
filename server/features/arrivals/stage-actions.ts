import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { lockPatientOf } from '#server/features/appointments/booking-queries.ts';
import { changeAppointment } from '#server/features/appointments/change-actions.ts';
import { appointmentWithId } from '#server/features/appointments/queries.ts';
import { locationWithId } from '#server/features/locations/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { Card, changeStage, moveInQueue } from '#shared/contract/arrivals.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { AuditAction } from '#shared/domain/audit.ts';
import { clinicClock, splitLocal } from '#shared/domain/clinic-time.ts';
import { holdsSlot } from '#shared/domain/visits/appointment-status.ts';
import { placeBefore } from '#shared/domain/visits/queue.ts';
import { allStages, mayEnter, stageRow, type VisitStage } from '#shared/domain/visits/visit-stage.ts';
import { Refusal } from '#shared/errors.ts';
import {
  type Arrival,
  arrivalOf,
  cardsOfDay,
  cardWithId,
  drawTicket,
  saveArrival,
  takenRooms,
} from './queries.ts';

/** What the history keeps of where somebody was: nothing about who she is. */
const imageOf = ({ stage, ticket, room, place, movedBecause }: Card) => ({
  stage,
  ticket,
  room,
  place,
  movedBecause,
});

export async function recordStage(
  tx: Db,
  viewer: Viewer,
  action: AuditAction,
  { before, after }: { before: Card | null; after: Card },
): Promise<void> {
  await recordEvent(tx, viewer, {
    action,
    subject: 'appointments',
    subjectId: after.id,
    locationId: after.locationId,
    patientId: after.userId,
    before: before && imageOf(before),
    after: imageOf(after),
  });
}

/** The card as it is within the transaction; refused where there is none for the viewer. */
export async function cardFor(tx: Db, viewer: Viewer, id: number, prefix: string): Promise<Card> {
  const card = await cardWithId(tx, viewer, id, prefix);
  if (!card) throw new Refusal('not_found');
  return card;
}

/** The room she is called in to: the one that was said, her own, or the first where nobody is. */
async function roomFor(
  tx: Db,
  deps: Deps,
  {
    locationId,
    date,
    said,
    own,
  }: { locationId: number; date: string; said: number | undefined; own: number | null },
): Promise<number | null> {
  const { rooms = 1 } = (await locationWithId({ ...deps, db: tx }, locationId)) ?? {};
  if (said !== undefined) return said <= rooms ? said : null;
  const taken = await takenRooms(tx, locationId, date);
  if (own !== null && !taken.includes(own)) return own;
  const free = Array.from({ length: rooms }, (_, i) => i + 1).find((room) => !taken.includes(room));
  return free ?? own;
}

const stampOf = { arrived: 'arrivedAt', called: 'calledAt', seen: 'seenAt', left: 'leftAt' } as const;
const inOrder = ['arrivedAt', 'calledAt', 'seenAt', 'leftAt'] as const;

/** The stamps after coming to a stage: its own is set where it is new, those of later stages go. */
function stamped(kept: Arrival, to: VisitStage, now: Date): Arrival {
  const { stamp } = stageRow(to);
  const own = stamp && stampOf[stamp];
  const after = { ...kept };
  if (own && after[own] === null) after[own] = now;
  const last = own ? inOrder.indexOf(own) : -1;
  // Who left was never called: the stamps between her arrival and that are empty already.
  for (const later of inOrder.slice(last + 1)) after[later] = null;
  if (to !== 'left') after.leftAt = null;
  if (to === 'expected') return { ...after, hereAt: null, place: null, movedBecause: null };
  // Somebody was marked in a list as having come: on the board she came as well.
  after.arrivedAt ??= now;
  return after;
}

/** The status that goes with the stage, as anybody of the staff would set it by hand. */
async function followStatus(tx: Db, deps: Deps, viewer: Viewer, card: Card, to: VisitStage): Promise<void> {
  const { sets } = stageRow(to);
  const within = { ...deps, db: tx };
  if (sets === 'cancelled') {
    await changeAppointment(within, viewer, card.id, { status: sets, appendNote: 'Left before being seen.' });
  } else if (sets && card.status !== sets) {
    await changeAppointment(within, viewer, card.id, { status: sets });
  } else if (!sets && card.status === 'attended') {
    await changeAppointment(within, viewer, card.id, { status: 'confirmed' });
  } else if (!sets && !holdsSlot(card.status)) {
    // Her time may be another's by now: she stands outside the rooms, as a walk-in does.
    await changeAppointment(within, viewer, card.id, { status: 'confirmed', overbook: true });
  }
}

const isBack = (from: VisitStage, to: VisitStage): boolean => allStages.indexOf(to) < allStages.indexOf(from);

/** How the history calls a change: coming back to where she waited is no new arrival. */
const actionOf = (from: VisitStage, to: VisitStage): AuditAction =>
  to === 'waiting' && isBack(from, to) ? 'back_to_waiting' : stageRow(to).action;

/**
 * Says where somebody is now. Under the lock of her patient, so that of two who do the same at once the
 * second finds it done: `stage_changed`, with the card as it is.
 */
export async function enterStage(
  deps: Deps,
  viewer: Viewer,
  id: number,
  { from, to, room }: Body<typeof changeStage>,
): Promise<Card> {
  const { prefix } = await currentSettings(deps);
  return inTransaction(deps.db, async (tx) => {
    await lockPatientOf(tx, id);
    const row = await appointmentWithId(tx, viewer, id);
    const before = await cardFor(tx, viewer, id, prefix);
    if (!row || before.stage !== from) throw new Refusal('stage_changed', { current: before });
    if (!mayEnter(from, to)) throw new Refusal('wrong_stage');
    const { date } = splitLocal(row.localStart);
    const now = deps.now();
    if (date > clinicClock(now).date) throw new Refusal('visit_to_come');
    await followStatus(tx, deps, viewer, before, to);
    const kept = await arrivalFor(tx, id, row.locationId, date);
    const after = stamped(kept, to, now);
    if (to !== 'expected') after.ticket ??= await drawTicket(tx, row.locationId, date);
    if (to !== 'seen')
      after.room =
        to === 'with_doctor'
          ? await roomFor(tx, deps, {
              locationId: row.locationId,
              date,
              said: room,
              own: kept.room ?? row.room,
            })
          : null;
    await saveArrival(tx, id, after);
    const card = await cardFor(tx, viewer, id, prefix);
    await recordStage(tx, viewer, actionOf(from, to), { before, after: card });
    return card;
  });
}

/** What is kept of her day so far; a visit that was moved since begins anew. */
export async function arrivalFor(tx: Db, id: number, locationId: number, day: string): Promise<Arrival> {
  const row = await arrivalOf(tx, id);
  if (row && row.locationId === locationId && row.day === day) {
    const { appointmentId: _id, ...kept } = row;
    return kept;
  }
  return {
    locationId,
    day,
    ticket: null,
    walkIn: false,
    hereAt: null,
    arrivedAt: null,
    calledAt: null,
    seenAt: null,
    leftAt: null,
    room: null,
    place: null,
    movedBecause: null,
  };
}

/**
 * Moves somebody who waits to another place of the queue; the reason is kept with her card and the history.
 */
export async function moveCard(
  deps: Deps,
  viewer: Viewer,
  id: number,
  { before: other, reason }: Body<typeof moveInQueue>,
): Promise<Card> {
  const { prefix } = await currentSettings(deps);
  return inTransaction(deps.db, async (tx) => {
    await lockPatientOf(tx, id);
    const row = await appointmentWithId(tx, viewer, id);
    const before = await cardFor(tx, viewer, id, prefix);
    if (!row || before.stage !== 'waiting') throw new Refusal('stage_changed', { current: before });
    const { date } = splitLocal(row.localStart);
    const cards = await cardsOfDay(tx, viewer, { locationId: row.locationId, date, prefix });
    const place = placeBefore(cards, id, other);
    if (place === undefined) throw new Refusal('stage_changed', { current: before });
    const kept = await arrivalFor(tx, id, row.locationId, date);
    await saveArrival(tx, id, { ...kept, place, movedBecause: reason });
    const card = await cardFor(tx, viewer, id, prefix);
    await recordStage(tx, viewer, 'queue_moved', { before, after: card });
    return card;
  });
}
