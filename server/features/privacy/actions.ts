import type { Deps } from '#server/deps.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { canActFor, managedByGuardian } from '#server/features/families/family-queries.ts';
import { usersByIds } from '#server/features/users/queries.ts';
import { roles } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';

/**
 * A patient's own privacy data is for herself, and for her guardian while she has no account. Staff use other
 * endpoints.
 */
export async function checkPrivacyScope(deps: Deps, viewer: Viewer, patientId: number): Promise<void> {
  if (!roles[viewer.role].books || !canActFor(viewer, patientId)) throw new Refusal('not_found');
  if (viewer.id === patientId) return;
  const [person] = await usersByIds(deps.db, [patientId]);
  if (person?.authProvider !== managedByGuardian) throw new Refusal('not_found');
}
