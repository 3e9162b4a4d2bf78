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

/** A visit on its day as it is within the transaction; refused where it stands on no board of hers. */
export async function visitFor(tx: Db, viewer: Viewer, id: number, prefix: string): Promise<Shown> {
  const visit = await dayVisitWithId(tx, viewer, id, prefix);
  if (!visit?.card) throw new Refusal('not_found');
  return { ...visit, card: visit.card };
}

export const cardFor = async (tx: Db, viewer: Viewer, id: number, prefix: string): Promise<Card> =>
  (await visitFor(tx, viewer, id, prefix)).card;

/**
 * Her visit under the lock of its patient, so that of two who do the same at once the second finds it done:
 * `stage_changed`, with the card as it is.
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

/** The room she is called in to: the one that was said, her own, or the first where nobody is. */
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
 * The moment of a step that says when it was pressed: on the day of the visit, not before her last stamp and
 * not after now. What is no moment is now.
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

/** The stamps after coming to a stage: its own is set where it is new, those of later stages go. */
function stamped(kept: Arrival, to: VisitStage, at: Date): Arrival {
  const { stamp } = stageRow(to);
  const own = stamp && stampOf[stamp];
  const after = { ...kept };
  if (own && after[own] === null) after[own] = at;
  const last = own ? inOrder.indexOf(own) : -1;
  // Who left was never called: the stamps between her arrival and that are empty already.
  for (const one of inOrder.slice(last + 1)) after[one] = null;
  if (to !== 'left') after.leftAt = null;
  if (to === 'expected')
    return { ...after, hereAt: null, hereByNumber: false, place: null, movedBecause: null };
  // Somebody was marked in a list as having come: on the board she came as well.
  after.arrivedAt ??= at;
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

/** Says where somebody is now. */
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
