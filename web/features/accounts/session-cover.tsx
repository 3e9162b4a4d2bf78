import { type ReactNode, useLayoutEffect } from 'react';

/** Keeps keys from the page behind; Tab and Enter still work on the cover. */
function blockKeys(event: KeyboardEvent) {
  event.stopPropagation();
  if (event.key === 'Escape') event.preventDefault();
}

/**
 * Covers the page until the lock has loaded, or if it fails to load: the page is hidden and cannot get
 * keyboard input. Afterwards it returns the focus to the element that had it.
 */
export function PageCover({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    const had = document.activeElement;
    const behind = document.querySelectorAll<HTMLElement>('main, header, aside, nav, [data-scrim]');
    for (const part of behind) part.inert = true;
    window.addEventListener('keydown', blockKeys, { capture: true });
    return () => {
      window.removeEventListener('keydown', blockKeys, { capture: true });
      for (const part of behind) part.inert = false;
      if (had instanceof HTMLElement) had.focus();
    };
  }, []);
  return <div className="fixed inset-0 z-75 grid place-items-center bg-page">{children}</div>;
}
