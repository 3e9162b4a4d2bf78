import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { createStore } from '#web/ui/store.ts';

const kept = 'staff.keys';

/** Do keys without Ctrl act? Kept on this device; screen readers have keys of their own. */
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
      // Then it holds until the page is left.
    }
    on.set(act);
  },
};

const seen = (selector: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(selector)].find((control) => control.checkVisibility());
/** A control of the page's own that says that this key is its shortcut. */
const ownControl = (key: string) => seen(`[aria-keyshortcuts="${key}"]`);

const writing = 'input, textarea, select, [contenteditable], [role=textbox], [role=combobox]';
const isWritten = (target: EventTarget | null) =>
  target instanceof Element && target.closest(writing) !== null;
/** Where the search of the page has the focus already and nothing is typed: no name begins with these keys. */
const isEmptySearch = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.value === '' && target === ownControl('/');
/** Letters belong to whatever control has the focus: only where none has do they find somebody. */
const isNowhere = (target: EventTarget | null) =>
  target === document.body || (target instanceof Element && target.id === 'main');
const isOpen = () => document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;

interface FindKeys {
  /** Opens the search with this text. */
  onFind(text: string): void;
  onList(): void;
}

/**
 * "/" and "?" wherever nobody writes, and in a search that is still empty; a letter or digit where nothing
 * has the focus. A page with a search or a list of keys of its own shows that.
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
      // The letter goes on into the search of the page.
      else if (isLetter && own) return own.focus({ preventScroll: true });
      // Drawn at once: the next letters of a name must not be lost.
      else if (key === '/' || isLetter) flushSync(() => latest.current.onFind(isLetter ? key : ''));
      else return;
      event.preventDefault();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
