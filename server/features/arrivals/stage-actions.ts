import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { type Actor, recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { lockPatientByAppointment } from '#server/features/appointments/booking-queries.ts';
import { type ChangeInput, changeAppointment } from '#server/features/appointments/change-actions.ts';
import { findOpenLocation } from '#server/features/locations/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { Card, changeStage, moveInQueue } from '#shared/contract/arrivals.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { AuditAction } from '#shared/domain/audit.ts';
import {
  addDays,
  addMilliseconds,
  dayClock,
  dayEdge,
  readInstant,
  timeOfMinutes,
  wallToInstant,
} from '#shared/domain/clinic-time.ts';
import { holdsSlot } from '#shared/domain/visits/appointment-status.ts';
import { findPositionBefore } from '#shared/domain/visits/queue.ts';
import { allStages, canEnterStage, stageRow, type VisitStage } from '#shared/domain/visits/visit-stage.ts';
import { Refusal } from '#shared/errors.ts';
import {
  type Arrival,
  type DayAppointment,
  findDayAppointment,
  issueTicket,
  listCardsOfDay,
  saveArrival,
} from './queries.ts';
import { listQueueOfDay } from './queue-queries.ts';

/** What the history keeps of a stage: nothing about the person. */
const stageHistoryImage = ({ stage, ticket, room, place, movedBecause }: Card) => ({
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
    before: before && stageHistoryImage(before),
    after: stageHistoryImage(after),
  });
}

type BoardAppointment = DayAppointment & { readonly card: Card };

/** An appointment on its day, read in the transaction; rejected if it is on no board of the viewer. */
export async function requireBoardAppointment(
  tx: Db,
  viewer: Viewer,
  id: number,
  prefix: string,
): Promise<BoardAppointment> {
  const visit = await findDayAppointment(tx, viewer, id, prefix);
  if (!visit?.card) throw new Refusal('not_found');
  return { ...visit, card: visit.card };
}

export const loadCard = async (tx: Db, viewer: Viewer, id: number, prefix: string): Promise<Card> =>
  (await requireBoardAppointment(tx, viewer, id, prefix)).card;

/**
 * The appointment under its patient's lock: of two simultaneous changes the second gets `stage_changed` with
 * the current card.
 */
async function lockAppointmentAtStage(
  tx: Db,
  viewer: Viewer,
  id: number,
  { stage, prefix }: { stage: VisitStage; prefix: string },
): Promise<BoardAppointment> {
  await lockPatientByAppointment(tx, id);
  const visit = await requireBoardAppointment(tx, viewer, id, prefix);
  if (visit.card.stage !== stage) throw new Refusal('stage_changed', { current: visit.card });
  return visit;
}

/** The room that the patient is called to: the given one, the appointment's, or the first free one. */
async function chooseCallRoom(
  tx: Db,
  deps: Deps,
  { row, kept }: DayAppointment,
  said: number | undefined,
): Promise<number | null> {
  const { rooms = 1 } = (await findOpenLocation({ ...deps, db: tx }, kept.locationId)) ?? {};
  if (said !== undefined) return said <= rooms ? said : null;
  const others = (await listQueueOfDay(tx, kept.locationId, kept.day)).filter(({ id }) => id !== row.id);
  const taken = others.flatMap(({ stage, room }) => (stage === 'with_doctor' ? room : null) ?? []);
  const own = kept.room ?? row.room;
  if (own !== null && !taken.includes(own)) return own;
  const free = Array.from({ length: rooms }, (_, i) => i + 1).find((room) => !taken.includes(room));
  return free ?? own;
}

const stampColumns = { arrived: 'arrivedAt', called: 'calledAt', seen: 'seenAt', left: 'leftAt' } as const;
const stampOrder = ['arrivedAt', 'calledAt', 'seenAt', 'leftAt'] as const;

/** The first instant of a clinic's day. */
const clinicDayStart = (day: string): Date => wallToInstant(day, timeOfMinutes(dayEdge));

/**
 * The time of a step that was pressed earlier: on the appointment's day, between the last step and now. Any
 * other value becomes now.
 */
function computeStepTime(kept: Arrival, to: VisitStage, said: string | undefined, now: Date): Date {
  const at = said === undefined ? null : readInstant(said);
  if (at === null) return now;
  const { stamp } = stageRow(to);
  const before = stampOrder.slice(0, stamp ? stampOrder.indexOf(stampColumns[stamp]) : 0);
  const stamps = before.map((one) => kept[one]?.getTime() ?? Number.NEGATIVE_INFINITY);
  const [from, until] = [
    clinicDayStart(kept.day).getTime(),
    clinicDayStart(addDays(kept.day, 1)).getTime() - 1,
  ];
  const onDay = Math.min(Math.max(at.getTime(), from), until);
  return addMilliseconds(now, Math.min(Math.max(onDay, ...stamps) - now.getTime(), 0));
}

/** The stamps of a stage: sets its own if new, and clears those of later stages. */
function applyStageStamps(kept: Arrival, to: VisitStage, at: Date): Arrival {
  const { stamp } = stageRow(to);
  const own = stamp && stampColumns[stamp];
  const after = { ...kept };
  if (own && after[own] === null) after[own] = at;
  const last = own ? stampOrder.indexOf(own) : -1;
  // A patient who left was never called: the stamps in between are already empty.
  for (const one of stampOrder.slice(last + 1)) after[one] = null;
  if (to !== 'left') after.leftAt = null;
  if (to === 'expected')
    return { ...after, hereAt: null, hereByNumber: false, place: null, movedBecause: null };
  // A patient was marked as attended in a list: the board gets an arrival too.
  after.arrivedAt ??= at;
  return after;
}

/** The status of a stage, set like by hand. The patient is at the branch and gets no message. */
async function updateStatusForStage(
  tx: Db,
  deps: Deps,
  viewer: Viewer,
  card: Card,
  to: VisitStage,
): Promise<void> {
  const { sets } = stageRow(to);
  const change = (input: ChangeInput) =>
    changeAppointment({ ...deps, db: tx }, viewer, card.id, input, { quiet: true });
  if (sets === 'cancelled') {
    await change({ status: sets, appendNote: 'Left before being seen.' });
  } else if (sets && card.status !== sets) {
    await change({ status: sets });
  } else if (!sets && card.status === 'attended') {
    await change({ status: 'confirmed' });
  } else if (!sets && !holdsSlot(card.status)) {
    // The time may be taken by now: the appointment becomes overbooked, like a walk-in.
    await change({ status: 'confirmed', overbook: true });
  }
}

const isEarlierStage = (from: VisitStage, to: VisitStage): boolean =>
  allStages.indexOf(to) < allStages.indexOf(from);

/** Name of the change in the history: going back to waiting is not a new arrival. */
const stageAuditAction = (from: VisitStage, to: VisitStage): AuditAction =>
  to === 'waiting' && isEarlierStage(from, to) ? 'back_to_waiting' : stageRow(to).action;

/** Sets the stage of a patient. */
export async function setStage(
  deps: Deps,
  viewer: Viewer,
  id: number,
  { from, to, room, at }: Body<typeof changeStage>,
): Promise<Card> {
  const { prefix } = await currentSettings(deps);
  return inTransaction(deps.db, async (tx) => {
    const visit = await lockAppointmentAtStage(tx, viewer, id, { stage: from, prefix });
    const { card: before, kept } = visit;
    if (!canEnterStage(from, to)) throw new Refusal('wrong_stage');
    const now = deps.now();
    if (kept.day > dayClock(now).date) throw new Refusal('visit_to_come');
    await updateStatusForStage(tx, deps, viewer, before, to);
    const after = applyStageStamps(kept, to, computeStepTime(kept, to, at, now));
    if (to !== 'expected') after.ticket ??= await issueTicket(tx, kept.locationId, kept.day);
    if (to !== 'seen') after.room = to === 'with_doctor' ? await chooseCallRoom(tx, deps, visit, room) : null;
    await saveArrival(tx, id, after);
    const card = await loadCard(tx, viewer, id, prefix);
    await recordStage(tx, viewer, stageAuditAction(from, to), { before, after: card });
    return card;
  });
}

/** Moves a waiting patient to another place in the queue; the card and the history keep the reason. */
export async function moveQueueCard(
  deps: Deps,
  viewer: Viewer,
  id: number,
  { before: other, reason }: Body<typeof moveInQueue>,
): Promise<Card> {
  const { prefix } = await currentSettings(deps);
  return inTransaction(deps.db, async (tx) => {
    const { card: before, kept } = await lockAppointmentAtStage(tx, viewer, id, { stage: 'waiting', prefix });
    const cards = await listCardsOfDay(tx, viewer, { locationId: kept.locationId, date: kept.day, prefix });
    const place = findPositionBefore(cards, id, other);
    if (place === undefined) throw new Refusal('stage_changed', { current: before });
    await saveArrival(tx, id, { ...kept, place, movedBecause: reason });
    const card = await loadCard(tx, viewer, id, prefix);
    await recordStage(tx, viewer, 'queue_moved', { before, after: card });
    return card;
  });
}
