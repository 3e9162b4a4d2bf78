import type { Deps } from '#server/deps.ts';
import { OnHold } from '#server/engine/delivery/transports/transport.ts';
import type { KnownMessage } from '#server/engine/delivery/worker.ts';
import { refreshVisit, saysCancelled } from '#server/features/appointments/refresh-actions.ts';
import { waitingWithId } from '#server/features/offers/wish-queries.ts';
import { refreshSeries } from '#server/features/series/refresh-actions.ts';
import { later } from '#shared/domain/clinic-time.ts';
import { standingDisplaced } from './state-queries.ts';

/** How long a statement about an appointment waits while the appointment cannot take place. */
const holdMs = 60 * 60_000;

/**
 * Compares a message with its appointment just before it is sent, as `refreshVisit` does. If the appointment
 * cannot take place, the patient gets the message of the disruption; the state of the appointment is told once it
 * can take place after all. Anything else about it is not sent.
 *
 * @throws OnHold
 */
export async function refreshStandingVisit(deps: Deps, message: KnownMessage): Promise<KnownMessage | null> {
  const current = await refreshVisit(deps, message);
  if (!current || current.appointmentId === null || saysCancelled.has(current.template)) return current;
  if ((await standingDisplaced(deps, [current.appointmentId])).length === 0) return current;
  if (message.says === null) return null;
  throw new OnHold('its appointment cannot take place', later(deps.now(), holdMs));
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
