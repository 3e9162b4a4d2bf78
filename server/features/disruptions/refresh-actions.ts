import type { Deps } from '#server/deps.ts';
import type { KnownMessage } from '#server/engine/delivery/worker.ts';
import { refreshVisit, saysCancelled } from '#server/features/appointments/refresh-actions.ts';
import { waitingWithId } from '#server/features/offers/wish-queries.ts';
import { refreshSeries } from '#server/features/series/refresh-actions.ts';
import { standingDisplaced } from './state-queries.ts';

/**
 * Compares a message with its appointment just before it is sent, as `refreshVisit` does. Returns null also if the
 * appointment cannot take place: the patient gets the message of the disruption instead.
 */
export async function refreshStandingVisit(deps: Deps, message: KnownMessage): Promise<KnownMessage | null> {
  const current = await refreshVisit(deps, message);
  if (!current || current.appointmentId === null || saysCancelled.has(current.template)) return current;
  return (await standingDisplaced(deps, [current.appointmentId])).length > 0 ? null : current;
}

/** The same for a message about several appointments: leaves out those that cannot take place. */
export const refreshStandingSeries = async (
  deps: Deps,
  message: KnownMessage,
): Promise<KnownMessage | null> =>
  refreshSeries(deps, message, await standingDisplaced(deps, [...(message.visitIds ?? [])]));

/** Returns null if the patient has left the waiting list meanwhile, or chosen a doctor again. */
export async function refreshWish(deps: Deps, message: KnownMessage): Promise<KnownMessage | null> {
  // Queued by an earlier version.
  if (message.params.wish === undefined) return message;
  const wish = await waitingWithId(deps.db, Number(message.params.wish));
  return wish && wish.doctorWish !== 'named' ? message : null;
}
