import { type RefObject, useEffect } from 'react';

/**
 * Focuses a text box that opens from a menu, after the menu has returned the focus to its button, and scrolls its
 * editor (`data-note-editor`) into view with the buttons below the box.
 */
export function useOpeningFocus(box: RefObject<HTMLTextAreaElement | null>, isWanted = true): void {
  useEffect(() => {
    if (!isWanted) return;
    const timer = setTimeout(() => {
      box.current?.focus();
      box.current?.closest('[data-note-editor]')?.scrollIntoView({ block: 'nearest' });
    }, 20);
    return () => clearTimeout(timer);
  }, [box, isWanted]);
}
