import type { Deps } from '#server/deps.ts';
import type { KnownMessage } from '#server/engine/delivery/worker.ts';
import { refreshVisit, saysCancelled } from '#server/features/appointments/refresh-actions.ts';
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
