import { useEffect } from 'react';

interface UnsavedCheck {
  /** Whether leaving the page would lose input. */
  readonly isUnsaved: () => boolean;
  /** Whether the user has started something, even if it is stored as a draft. */
  readonly isBegun: () => boolean;
}
const unsavedChecks = new Set<UnsavedCheck>();

/** Whether the user has started something on this page. */
export const hasStartedInput = (): boolean => [...unsavedChecks].some((one) => one.isBegun());

function confirmLeaving(event: BeforeUnloadEvent): void {
  if ([...unsavedChecks].some(({ isUnsaved }) => isUnsaved())) event.preventDefault();
}

/**
 * While the component is mounted: the browser asks before the user leaves with unsaved input, and a session
 * that ends while something is started asks for the password in place. Both functions must keep their
 * identity between renders.
 */
export function useUnsavedGuard(isUnsaved: () => boolean, isAlsoBegun = isUnsaved): void {
  useEffect(() => {
    const one = { isUnsaved, isBegun: isAlsoBegun };
    unsavedChecks.add(one);
    addEventListener('beforeunload', confirmLeaving);
    return () => {
      unsavedChecks.delete(one);
      if (unsavedChecks.size === 0) removeEventListener('beforeunload', confirmLeaving);
    };
  }, [isUnsaved, isAlsoBegun]);
}
