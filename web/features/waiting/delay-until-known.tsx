import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { branchesNow } from '#shared/contract/arrivals.ts';
import { getWaiting } from '#shared/contract/insights.ts';
import { listLocations } from '#shared/contract/locations.ts';
import { listAlarms } from '#shared/contract/logs.ts';
import { ownPlace } from '#shared/contract/staff.ts';
import { hasEarlyAnswer } from '#web/api/client.ts';
import { useRead } from '#web/api/hooks.ts';
import { PageSpinner } from '#web/ui/spinner.tsx';

const maxDelayMs = 1000;

/**
 * Delays a list of appointments until alarms, pending work and the state of the branches above it are known:
 * they may be empty or long and would push the list down later. Waits only for early answers, like the list
 * itself, and at most one second.
 */
export function DelayUntilKnown({ children }: { children: ReactNode }) {
  const [isKnown, setKnown] = useState(false);
  const [early] = useState(() => ({
    alarms: hasEarlyAnswer(listAlarms),
    waiting: hasEarlyAnswer(getWaiting),
    branches: hasEarlyAnswer(branchesNow),
    names: hasEarlyAnswer(listLocations) && hasEarlyAnswer(ownPlace),
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
    const late = setTimeout(() => setKnown(true), maxDelayMs);
    return () => clearTimeout(late);
  }, []);
  // Rendered in interruptible steps, so that presses are handled meanwhile.
  const isDrawn = useDeferredValue(!waits, false);
  return isDrawn ? children : <PageSpinner />;
}
