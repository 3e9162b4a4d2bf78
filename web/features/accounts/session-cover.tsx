import { type ReactNode, useLayoutEffect } from 'react';

/** A key means nothing to the page behind; Tab and Enter are for what stands on the cover. */
function holdKeys(event: KeyboardEvent) {
  event.stopPropagation();
  if (event.key === 'Escape') event.preventDefault();
}

/**
 * Until the lock has come, and where it does not: nothing of the page is seen, nor reached by a key. What had
 * the focus has it again afterwards, so that the lock gives it back.
 */
export function Cover({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    const had = document.activeElement;
    const behind = document.querySelectorAll<HTMLElement>('main, header, aside, nav, [data-scrim]');
    for (const part of behind) part.inert = true;
    window.addEventListener('keydown', holdKeys, { capture: true });
    return () => {
      window.removeEventListener('keydown', holdKeys, { capture: true });
      for (const part of behind) part.inert = false;
      if (had instanceof HTMLElement) had.focus();
    };
  }, []);
  return <div className="fixed inset-0 z-75 grid place-items-center bg-page">{children}</div>;
}
