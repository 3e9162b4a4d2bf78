import { useEffect } from 'react';

interface Held {
  /** Whether leaving the page would lose input. */
  readonly isUnsaved: () => boolean;
  /** Whether the user has started something, even if it is stored as a draft. */
  readonly isBegun: () => boolean;
}
const held = new Set<Held>();

/** Whether the user has started something on this page. */
export const isBegun = (): boolean => [...held].some((one) => one.isBegun());

function ask(event: BeforeUnloadEvent): void {
  if ([...held].some(({ isUnsaved }) => isUnsaved())) event.preventDefault();
}

/**
 * While the component is mounted: the browser asks before the user leaves with unsaved input, and a session
 * that ends while something is started asks for the password in place. Both functions must keep their
 * identity between renders.
 */
export function useUnsaved(isUnsaved: () => boolean, isAlsoBegun = isUnsaved): void {
  useEffect(() => {
    const one = { isUnsaved, isBegun: isAlsoBegun };
    held.add(one);
    addEventListener('beforeunload', ask);
    return () => {
      held.delete(one);
      if (held.size === 0) removeEventListener('beforeunload', ask);
    };
  }, [isUnsaved, isAlsoBegun]);
}
