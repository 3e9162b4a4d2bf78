import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { type Actor, recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { lockPatientOf } from '#server/features/appointments/booking-queries.ts';
import { changeAppointment } from '#server/features/appointments/change-actions.ts';
import { locationWithId } from '#server/features/locations/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { Card, changeStage, moveInQueue } from '#shared/contract/arrivals.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { AuditAction } from '#shared/domain/audit.ts';
import {
  addDays,
  dayClock,
  dayEdge,
  later,
  readInstant,
  timeOfMinutes,
  wallToInstant,
} from '#shared/domain/clinic-time.ts';
import { holdsSlot } from '#shared/domain/visits/appointment-status.ts';
import { placeBefore } from '#shared/domain/visits/queue.ts';
import { allStages, mayEnter, stageRow, type VisitStage } from '#shared/domain/visits/visit-stage.ts';
import { Refusal } from '#shared/errors.ts';
import {
  type Arrival,
  cardsOfDay,
  type DayVisit,
  dayVisitWithId,
  drawTicket,
  saveArrival,
} from './queries.ts';
import { queueOfDay } from './queue-queries.ts';

/** What the history keeps of a stage: nothing about the person. */
const imageOf = ({ stage, ticket, room, place, movedBecause }: Card) => ({
  stage,
  ticket,
  room,
  place,
  movedBecause,
});

export async function recordStage(
  tx: Db,
  actor: Actor,
  action: AuditAction,
  { before, after }: { before: Card | null; after: Card },
): Promise<void> {
  await recordEvent(tx, actor, {
    action,
    subject: 'appointments',
    subjectId: after.id,
    locationId: after.locationId,
    patientId: after.userId,
    before: before && imageOf(before),
    after: imageOf(after),
  });
}

type Shown = DayVisit & { readonly card: Card };

/** An appointment on its day, read in the transaction; rejected if it is on no board of the viewer. */
export async function visitFor(tx: Db, viewer: Viewer, id: number, prefix: string): Promise<Shown> {
  const visit = await dayVisitWithId(tx, viewer, id, prefix);
  if (!visit?.card) throw new Refusal('not_found');
  return { ...visit, card: visit.card };
}

export const cardFor = async (tx: Db, viewer: Viewer, id: number, prefix: string): Promise<Card> =>
  (await visitFor(tx, viewer, id, prefix)).card;

/**
 * The appointment under its patient's lock: of two simultaneous changes the second gets `stage_changed` with
 * the current card.
 */
async function visitAt(
  tx: Db,
  viewer: Viewer,
  id: number,
  { stage, prefix }: { stage: VisitStage; prefix: string },
): Promise<Shown> {
  await lockPatientOf(tx, id);
  const visit = await visitFor(tx, viewer, id, prefix);
  if (visit.card.stage !== stage) throw new Refusal('stage_changed', { current: visit.card });
  return visit;
}

/** The room that the patient is called to: the given one, the appointment's, or the first free one. */
async function roomFor(
  tx: Db,
  deps: Deps,
  { row, kept }: DayVisit,
  said: number | undefined,
): Promise<number | null> {
  const { rooms = 1 } = (await locationWithId({ ...deps, db: tx }, kept.locationId)) ?? {};
  if (said !== undefined) return said <= rooms ? said : null;
  const others = (await queueOfDay(tx, kept.locationId, kept.day)).filter(({ id }) => id !== row.id);
  const taken = others.flatMap(({ stage, room }) => (stage === 'with_doctor' ? room : null) ?? []);
  const own = kept.room ?? row.room;
  if (own !== null && !taken.includes(own)) return own;
  const free = Array.from({ length: rooms }, (_, i) => i + 1).find((room) => !taken.includes(room));
  return free ?? own;
}

const stampOf = { arrived: 'arrivedAt', called: 'calledAt', seen: 'seenAt', left: 'leftAt' } as const;
const inOrder = ['arrivedAt', 'calledAt', 'seenAt', 'leftAt'] as const;

/** The first instant of a clinic's day. */
const beginningOf = (day: string): Date => wallToInstant(day, timeOfMinutes(dayEdge));

/**
 * The time of a step that was pressed earlier: on the appointment's day, between the last step and now. Any
 * other value becomes now.
 */
function momentOf(kept: Arrival, to: VisitStage, said: string | undefined, now: Date): Date {
  const at = said === undefined ? null : readInstant(said);
  if (at === null) return now;
  const { stamp } = stageRow(to);
  const before = inOrder.slice(0, stamp ? inOrder.indexOf(stampOf[stamp]) : 0);
  const stamps = before.map((one) => kept[one]?.getTime() ?? Number.NEGATIVE_INFINITY);
  const [from, until] = [beginningOf(kept.day).getTime(), beginningOf(addDays(kept.day, 1)).getTime() - 1];
  const onDay = Math.min(Math.max(at.getTime(), from), until);
  return later(now, Math.min(Math.max(onDay, ...stamps) - now.getTime(), 0));
}

/** The stamps of a stage: sets its own if new, and clears those of later stages. */
function stamped(kept: Arrival, to: VisitStage, at: Date): Arrival {
  const { stamp } = stageRow(to);
  const own = stamp && stampOf[stamp];
  const after = { ...kept };
  if (own && after[own] === null) after[own] = at;
  const last = own ? inOrder.indexOf(own) : -1;
  // A patient who left was never called: the stamps in between are already empty.
  for (const one of inOrder.slice(last + 1)) after[one] = null;
  if (to !== 'left') after.leftAt = null;
  if (to === 'expected')
    return { ...after, hereAt: null, hereByNumber: false, place: null, movedBecause: null };
  // A patient was marked as attended in a list: the board gets an arrival too.
  after.arrivedAt ??= at;
  return after;
}

/** The status of a stage, set like by hand. */
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
    // The time may be taken by now: the appointment becomes overbooked, like a walk-in.
    await changeAppointment(within, viewer, card.id, { status: 'confirmed', overbook: true });
  }
}

const isBack = (from: VisitStage, to: VisitStage): boolean => allStages.indexOf(to) < allStages.indexOf(from);

/** Name of the change in the history: going back to waiting is not a new arrival. */
const actionOf = (from: VisitStage, to: VisitStage): AuditAction =>
  to === 'waiting' && isBack(from, to) ? 'back_to_waiting' : stageRow(to).action;

/** Sets the stage of a patient. */
export async function enterStage(
  deps: Deps,
  viewer: Viewer,
  id: number,
  { from, to, room, at }: Body<typeof changeStage>,
): Promise<Card> {
  const { prefix } = await currentSettings(deps);
  return inTransaction(deps.db, async (tx) => {
    const visit = await visitAt(tx, viewer, id, { stage: from, prefix });
    const { card: before, kept } = visit;
    if (!mayEnter(from, to)) throw new Refusal('wrong_stage');
    const now = deps.now();
    if (kept.day > dayClock(now).date) throw new Refusal('visit_to_come');
    await followStatus(tx, deps, viewer, before, to);
    const after = stamped(kept, to, momentOf(kept, to, at, now));
    if (to !== 'expected') after.ticket ??= await drawTicket(tx, kept.locationId, kept.day);
    if (to !== 'seen') after.room = to === 'with_doctor' ? await roomFor(tx, deps, visit, room) : null;
    await saveArrival(tx, id, after);
    const card = await cardFor(tx, viewer, id, prefix);
    await recordStage(tx, viewer, actionOf(from, to), { before, after: card });
    return card;
  });
}

/** Moves a waiting patient to another place in the queue; the card and the history keep the reason. */
export async function moveCard(
  deps: Deps,
  viewer: Viewer,
  id: number,
  { before: other, reason }: Body<typeof moveInQueue>,
): Promise<Card> {
  const { prefix } = await currentSettings(deps);
  return inTransaction(deps.db, async (tx) => {
    const { card: before, kept } = await visitAt(tx, viewer, id, { stage: 'waiting', prefix });
    const cards = await cardsOfDay(tx, viewer, { locationId: kept.locationId, date: kept.day, prefix });
    const place = placeBefore(cards, id, other);
    if (place === undefined) throw new Refusal('stage_changed', { current: before });
    await saveArrival(tx, id, { ...kept, place, movedBecause: reason });
    const card = await cardFor(tx, viewer, id, prefix);
    await recordStage(tx, viewer, 'queue_moved', { before, after: card });
    return card;
  });
}
