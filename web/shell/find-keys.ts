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

/** The search that is seen: each page has one for its width. */
export function focusFind(): boolean {
  const seen = [...document.querySelectorAll<HTMLInputElement>('[data-find] input')].find((input) =>
    input.checkVisibility(),
  );
  seen?.focus({ preventScroll: true });
  return seen !== undefined;
}

const writing = 'input, textarea, select, [contenteditable], [role=textbox], [role=combobox]';
const isWritten = (target: EventTarget | null) =>
  target instanceof Element && target.closest(writing) !== null;
/** Letters belong to whatever control has the focus: only where none has do they find somebody. */
const isNowhere = (target: EventTarget | null) =>
  target === document.body || (target instanceof Element && target.id === 'main');
const isOpen = () => document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;

/** "/" and "?" wherever nobody writes; a letter or digit where nothing has the focus. */
export function useFindKeys(onList: () => void): void {
  const list = useRef(onList);
  useEffect(() => {
    list.current = onList;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, target } = event;
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (!letterKeys.get() || isWritten(target) || isOpen()) return;
      if (key === '?' || key === '؟') list.current();
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
