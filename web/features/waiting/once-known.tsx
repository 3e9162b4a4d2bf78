import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { branchesNow } from '#shared/contract/arrivals.ts';
import { getWaiting } from '#shared/contract/insights.ts';
import { listLocations } from '#shared/contract/locations.ts';
import { listAlarms } from '#shared/contract/logs.ts';
import { ownPlace } from '#shared/contract/staff.ts';
import { comesEarly } from '#web/api/client.ts';
import { useRead } from '#web/api/hooks.ts';
import { PageSpinner } from '#web/ui/spinner.tsx';

const patienceMs = 1000;

/**
 * A list of visits with what stands above it, once it is known what fails, what waits for somebody and what
 * goes on in the branches: there may be nothing or much of each, and what came later would push the rest
 * down. It waits for no more than what comes with the first answer of the page, as the list does, and not for
 * long.
 */
export function OnceKnown({ children }: { children: ReactNode }) {
  const [isKnown, setKnown] = useState(false);
  const [early] = useState(() => ({
    alarms: comesEarly(listAlarms),
    waiting: comesEarly(getWaiting),
    branches: comesEarly(branchesNow),
    names: comesEarly(listLocations) && comesEarly(ownPlace),
  }));
  const reads = [
    useRead(listAlarms, {}, { enabled: early.alarms && !isKnown }),
    useRead(getWaiting, {}, { enabled: early.waiting && !isKnown }),
    useRead(branchesNow, {}, { enabled: early.branches && !isKnown }),
    useRead(listLocations, {}, { enabled: early.names && !isKnown }),
    useRead(ownPlace, {}, { enabled: early.names && !isKnown }),
  ];
  const waits = !isKnown && reads.some(({ isLoading, failureCount }) => isLoading && failureCount === 0);
  if (!waits && !isKnown) setKnown(true);
  useEffect(() => {
    const late = setTimeout(() => setKnown(true), patienceMs);
    return () => clearTimeout(late);
  }, []);
  // Piece by piece, so that what is pressed while the dashboard is drawn is answered.
  const isDrawn = useDeferredValue(!waits, false);
  return isDrawn ? children : <PageSpinner />;
}
