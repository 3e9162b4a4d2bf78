import { inArray, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Viewer } from '#server/engine/http/session.ts';
import { Refusal } from '#shared/errors.ts';

type Limited = Pick<Viewer, 'branches'>;

/** A receptionist with branches works at those; the rest of the staff wherever the clinic is. */
export const worksAt = ({ branches }: Limited, locationId: number): boolean =>
  branches?.includes(locationId) ?? true;

/** Refuses what is done at a branch that is not hers. */
export function checkBranch(viewer: Limited, locationId: number): void {
  if (!worksAt(viewer, locationId)) throw new Refusal('not_your_branch');
}

/** The rows of her branches, by whichever column names them; nothing where she is not limited. */
export const atBranchesOf = ({ branches }: Limited, branch: SQLWrapper): SQL | undefined =>
  branches && inArray(branch, [...branches]);
