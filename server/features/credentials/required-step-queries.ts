import type { Deps } from '#server/deps.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { isStaff, type Role } from '#shared/domain/people/roles.ts';
import { hasSecondStep } from './second-step-queries.ts';

/**
 * The step that follows a correct password: the second step of a staff member who has one, or its set-up if the
 * clinic requires one. A patient's passkey replaces the password and is not a second step.
 */
export async function pendingStepOf(deps: Deps, { id, role }: { id: number; role: Role }) {
  if (!isStaff(role)) return null;
  if (await hasSecondStep(deps.db, id)) return 'second-step';
  return (await isSecondStepRequired(deps, role)) ? 'second-step-setup' : null;
}

/** Whether the clinic requires a second step of this person. */
export async function isSecondStepRequired(deps: Deps, role: Role): Promise<boolean> {
  const { secondStepFrom } = await currentSettings(deps);
  return isStaff(role) && secondStepFrom !== null && secondStepFrom <= clinicClock(deps.now()).date;
}
