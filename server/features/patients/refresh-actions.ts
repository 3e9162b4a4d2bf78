import type { Deps } from '#server/deps.ts';
import type { KnownMessage } from '#server/engine/delivery/worker.ts';
import { findGuardianOfPatient, findGuardianship } from '#server/features/families/family-queries.ts';

/**
 * Compares a message about a guardian with the guardianship just before it is sent. Returns null if the message
 * says that it exists and it has ended or covers less, or says that it has ended and it exists again.
 */
export async function refreshCare(deps: Deps, message: KnownMessage): Promise<KnownMessage | null> {
  const { template, params } = message;
  // Queued by an earlier version.
  if (params.care === undefined) return message;
  const care = await findGuardianship(deps.db, Number(params.care));
  if (template === 'careOver' || template === 'careReturned') {
    const current = care && (await findGuardianOfPatient(deps.db, care.patientId));
    return current !== undefined && current.guardianId === care?.guardianId ? null : message;
  }
  if (!care || care.until !== null) return null;
  const isTrue =
    template === 'careVisits' ? care.seesVisits : template === 'careNotes' ? care.readsNotes : true;
  return isTrue ? message : null;
}
