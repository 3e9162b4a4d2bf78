import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import type { Actor } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { lockPatientByAppointment } from '#server/features/appointments/booking-queries.ts';
import { canActFor } from '#server/features/families/family-queries.ts';
import { findOpenLocation } from '#server/features/locations/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { Card, OwnDay } from '#shared/contract/arrivals.ts';
import { dayClock, minutesOf } from '#shared/domain/clinic-time.ts';
import { isOpen } from '#shared/domain/visits/appointment-status.ts';
import { estimateDelay, queuePosition } from '#shared/domain/visits/queue.ts';
import { Refusal } from '#shared/errors.ts';
import { saveArrival } from './queries.ts';
import { computeUsualDuration, listQueueOfDay } from './queue-queries.ts';
import { recordStage, requireBoardAppointment } from './stage-actions.ts';

/** The patient's own appointment of today; any other is not found. */
async function findOwnAppointmentToday(deps: Deps, viewer: Viewer, id: number) {
  const { prefix } = await currentSettings(deps);
  const visit = await requireBoardAppointment(deps.db, viewer, id, prefix);
  const { userId, date } = visit.card;
  if (!canActFor(viewer, userId) || date !== dayClock(deps.now()).date) throw new Refusal('not_found');
  return visit;
}

async function computeOwnDay(deps: Deps, card: Card): Promise<OwnDay> {
  const now = deps.now();
  const { date, minutes } = dayClock(now);
  const { rooms = 1 } = (await findOpenLocation(deps, card.locationId)) ?? {};
  const queue = await listQueueOfDay(deps.db, card.locationId, date);
  const { minutes: usual } = await computeUsualDuration(deps, card.locationId, date);
  const others = queue.filter(({ id }) => id !== card.id);
  const due = card.stage === 'waiting' ? queuePosition(card) : minutesOf(card.appointmentTime);
  const isAhead = card.stage === 'expected' || card.stage === 'waiting';
  const { stage, ticket, hereAt } = card;
  const delayMinutes = isAhead ? estimateDelay(others, { minutes, now, rooms, usual }, due) : 0;
  return { stage, ticket, hereAt, delayMinutes, at: now.toISOString() };
}

/** The patient's stage on the day of the appointment, and the expected delay. */
export async function loadOwnDay(deps: Deps, viewer: Viewer, id: number): Promise<OwnDay> {
  return computeOwnDay(deps, (await findOwnAppointmentToday(deps, viewer, id)).card);
}

/** The same if the day is unknown: null if it is not today. */
export async function loadDayIfToday(deps: Deps, viewer: Viewer, id: number): Promise<OwnDay | null> {
  try {
    return await loadOwnDay(deps, viewer, id);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return null;
    throw error;
  }
}

/**
 * Marks a patient as here until the desk greets her; repeating it changes nothing. With `byNumber` only a phone number
 * was typed: the desk sees that nobody proved to be the patient.
 */
export async function markPatientHere(
  deps: Deps,
  viewer: Viewer,
  id: number,
  { by = viewer, byNumber = false }: { by?: Actor; byNumber?: boolean } = {},
): Promise<OwnDay> {
  await findOwnAppointmentToday(deps, viewer, id);
  const card = await inTransaction(deps.db, async (tx) => {
    const within = { ...deps, db: tx };
    await lockPatientByAppointment(tx, id);
    const { card: before, kept } = await findOwnAppointmentToday(within, viewer, id);
    if (before.stage !== 'expected' || !isOpen(before.status)) throw new Refusal('stage_changed');
    if (before.hereAt !== null && (byNumber || !before.hereByNumber)) return before;
    await saveArrival(tx, id, { ...kept, hereAt: kept.hereAt ?? deps.now(), hereByNumber: byNumber });
    const { card: after } = await findOwnAppointmentToday(within, viewer, id);
    await recordStage(tx, by, 'says_here', { before, after });
    return after;
  });
  return computeOwnDay(deps, card);
}
