import { useEffect } from 'react';

interface Held {
  /** What would be gone with the page. */
  readonly isUnsaved: () => boolean;
  /** What somebody is at, kept elsewhere or not. */
  readonly isBegun: () => boolean;
}
const held = new Set<Held>();

/** Is somebody in the middle of something on this page? */
export const isBegun = (): boolean => [...held].some((one) => one.isBegun());

function ask(event: BeforeUnloadEvent): void {
  if ([...held].some(({ isUnsaved }) => isUnsaved())) event.preventDefault();
}

/**
 * While the component stands: the browser asks before a page with something unsaved is left, and a session
 * that ends while something is begun asks for the password in place. The same functions every time.
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
