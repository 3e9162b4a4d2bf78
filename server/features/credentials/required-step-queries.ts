import type { Deps } from '#server/deps.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { isStaff, type Role } from '#shared/domain/people/roles.ts';
import { hasSecondStep } from './step-queries.ts';

/**
 * What is in the way of somebody whose password was right: her second step, where she has one; setting one
 * up, where the clinic asks it of its staff by now. A patient's passkey stands in place of her password and
 * asks nothing more of it.
 */
export async function awaitedOf(deps: Deps, { id, role }: { id: number; role: Role }) {
  if (!isStaff(role)) return null;
  if (await hasSecondStep(deps.db, id)) return 'second-step';
  return (await mustHave(deps, role)) ? 'second-step-setup' : null;
}

/** Does the clinic ask a second step of her by now? */
export async function mustHave(deps: Deps, role: Role): Promise<boolean> {
  const { secondStepFrom } = await currentSettings(deps);
  return isStaff(role) && secondStepFrom !== null && secondStepFrom <= clinicClock(deps.now()).date;
}
