import { type ReactNode, useEffect, useState } from 'react';
import { branchesNow } from '#shared/contract/arrivals.ts';
import { getWaiting } from '#shared/contract/insights.ts';
import { listLocations } from '#shared/contract/locations.ts';
import { ownPlace } from '#shared/contract/staff.ts';
import { useRead } from '#web/api/hooks.ts';
import { PageSpinner } from '#web/ui/spinner.tsx';

interface OnceKnownProps {
  /** What goes on in the branches stands there, too. */
  branches: boolean;
  children: ReactNode;
}

/**
 * A list of visits with what stands above it, once it is known what waits for somebody and what goes on in
 * the branches: there may be nothing or much of both, and what came a moment later would push the rest down.
 * They come with the first answer of the page, as the list does.
 */
export function OnceKnown({ branches, children }: OnceKnownProps) {
  const [isKnown, setKnown] = useState(false);
  const once = { enabled: !isKnown };
  const ofBranches = { enabled: !isKnown && branches };
  const reads = [
    useRead(getWaiting, {}, once),
    useRead(branchesNow, {}, ofBranches),
    useRead(listLocations, {}, ofBranches),
    useRead(ownPlace, {}, ofBranches),
  ];
  const waits = !isKnown && reads.some(({ isLoading }) => isLoading);
  useEffect(() => {
    if (!waits) setKnown(true);
  }, [waits]);
  return waits ? <PageSpinner /> : children;
}
