import { inArray, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Viewer } from '#server/engine/http/session.ts';
import { Refusal } from '#shared/errors.ts';

type BranchLimited = Pick<Viewer, 'branches'>;

/** A receptionist with assigned branches works only there; all other staff work at every branch. */
export const worksAt = ({ branches }: BranchLimited, locationId: number): boolean =>
  branches?.includes(locationId) ?? true;

/** Rejects an action at a branch where the viewer does not work. */
export function checkBranch(viewer: BranchLimited, locationId: number): void {
  if (!worksAt(viewer, locationId)) throw new Refusal('not_your_branch');
}

/** Condition: rows of the viewer's branches, by a column; undefined if the viewer is not limited. */
export const isAtViewerBranch = ({ branches }: BranchLimited, branch: SQLWrapper): SQL | undefined =>
  branches && inArray(branch, [...branches]);
