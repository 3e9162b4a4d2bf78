import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { createStore } from '#web/ui/store.ts';

const kept = 'staff.keys';

/**
 * Whether shortcuts without Ctrl are active. Stored on this device; the user can switch them off because they
 * conflict with the keys of screen readers.
 */
const on = createStore<boolean>(true);
export const letterKeys = {
  subscribe: on.subscribe,
  get: (): boolean => {
    try {
      return localStorage.getItem(kept) !== 'off' && on.read();
    } catch {
      return on.read();
    }
  },
  set(act: boolean): void {
    try {
      if (act) localStorage.removeItem(kept);
      else localStorage.setItem(kept, 'off');
    } catch {
      // Without storage the choice lasts until the page is left.
    }
    on.set(act);
  },
};

const seen = (selector: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(selector)].find((control) => control.checkVisibility());
/** A visible control of the page that declares the key as its shortcut. */
const ownControl = (key: string) => seen(`[aria-keyshortcuts="${key}"]`);

const writing = 'input, textarea, select, [contenteditable], [role=textbox], [role=combobox]';
const isWritten = (target: EventTarget | null) =>
  target instanceof Element && target.closest(writing) !== null;
/** Whether the page's search has the focus and is empty: no name begins with "/" or "?". */
const isEmptySearch = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.value === '' && target === ownControl('/');
/** Letters open the search only if no control has the focus, because a focused control may use them. */
const isNowhere = (target: EventTarget | null) =>
  target === document.body || (target instanceof Element && target.id === 'main');
const isOpen = () => document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;

interface FindKeys {
  /** Opens the search with this text. */
  onFind(text: string): void;
  onList(): void;
}

/**
 * Keyboard shortcuts: "/" and "?" outside text inputs and in an empty search; a letter or digit when nothing
 * has the focus. A page that has its own search or list of shortcuts declares it with `aria-keyshortcuts`.
 */
export function useFindKeys(keys: FindKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    function showList() {
      const own = ownControl('?');
      if (own) own.click();
      else latest.current.onList();
    }
    function onKeyDown(event: KeyboardEvent) {
      const { key, target } = event;
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (!letterKeys.get() || isOpen()) return;
      if (isWritten(target) && !isEmptySearch(target)) return;
      const own = ownControl('/');
      const isLetter = isNowhere(target) && /^[\p{L}\p{N}]$/u.test(key);
      if (key === '?' || key === '؟') showList();
      else if (key === '/' && own) own.focus({ preventScroll: true });
      // The browser then types the letter into the page's search.
      else if (isLetter && own) return own.focus({ preventScroll: true });
      // Rendered synchronously, so that the next letters typed are not lost.
      else if (key === '/' || isLetter) flushSync(() => latest.current.onFind(isLetter ? key : ''));
      else return;
      event.preventDefault();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
