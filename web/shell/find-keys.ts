import { useEffect, useRef } from 'react';
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

/** The search that is seen: the page's own, else the one that stands in every heading. */
export function focusFind(): boolean {
  const search = ownControl('/') ?? seen('[data-find] input');
  search?.focus({ preventScroll: true });
  return search !== undefined;
}

const writing = 'input, textarea, select, [contenteditable], [role=textbox], [role=combobox]';
const isWritten = (target: EventTarget | null) =>
  target instanceof Element && target.closest(writing) !== null;
/** Where the search has the focus already and nothing is typed: no name begins with these keys. */
const isEmptySearch = (target: EventTarget | null) =>
  target instanceof HTMLInputElement &&
  target.value === '' &&
  (target === ownControl('/') || target.closest('[data-find]') !== null);
/** Letters belong to whatever control has the focus: only where none has do they find somebody. */
const isNowhere = (target: EventTarget | null) =>
  target === document.body || (target instanceof Element && target.id === 'main');
const isOpen = () => document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;

/**
 * "/" and "?" wherever nobody writes, and in a search that is still empty; a letter or digit where nothing
 * has the focus. A page with a search or a list of keys of its own shows that.
 */
export function useFindKeys(onList: () => void): void {
  const list = useRef(onList);
  useEffect(() => {
    list.current = onList;
  });
  useEffect(() => {
    function showList() {
      const own = ownControl('?');
      if (own) own.click();
      else list.current();
    }
    function onKeyDown(event: KeyboardEvent) {
      const { key, target } = event;
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (!letterKeys.get() || isOpen()) return;
      if (isWritten(target) && !isEmptySearch(target)) return;
      if (key === '?' || key === '؟') showList();
      else if (key === '/') focusFind();
      else if (!(isNowhere(target) && /^[\p{L}\p{N}]$/u.test(key) && focusFind())) return;
      // The letter that was typed goes on into the search.
      else return;
      event.preventDefault();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
