import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { createStore } from '#web/ui/store.ts';

const shortcutsStorageKey = 'staff.keys';

/**
 * Whether shortcuts without Ctrl are active. Stored on this device; the user can switch them off because they
 * conflict with the keys of screen readers.
 */
const shortcutsStore = createStore<boolean>(true);
export const letterShortcuts = {
  subscribe: shortcutsStore.subscribe,
  get: (): boolean => {
    try {
      return localStorage.getItem(shortcutsStorageKey) !== 'off' && shortcutsStore.read();
    } catch {
      return shortcutsStore.read();
    }
  },
  set(act: boolean): void {
    try {
      if (act) localStorage.removeItem(shortcutsStorageKey);
      else localStorage.setItem(shortcutsStorageKey, 'off');
    } catch {
      // Without storage the choice lasts until the page is left.
    }
    shortcutsStore.set(act);
  },
};

const findVisibleControl = (selector: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(selector)].find((control) => control.checkVisibility());
/** A visible control of the page that declares the key as its shortcut. */
const findShortcutControl = (key: string) => findVisibleControl(`[aria-keyshortcuts="${key}"]`);

const textInputSelector = 'input, textarea, select, [contenteditable], [role=textbox], [role=combobox]';
const isInTextInput = (target: EventTarget | null) =>
  target instanceof Element && target.closest(textInputSelector) !== null;
/** Whether the page's search has the focus and is empty: no name begins with "/" or "?". */
const isEmptySearch = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.value === '' && target === findShortcutControl('/');
/** Letters open the search only if no control has the focus, because a focused control may use them. */
const isFocusOnPage = (target: EventTarget | null) =>
  target === document.body || (target instanceof Element && target.id === 'main');
const isOverlayOpen = () => document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;

interface FindKeys {
  /** Opens the search with this text. */
  onFind(text: string): void;
  onList(): void;
}

/**
 * Keyboard shortcuts: "/" and "?" outside text inputs and in an empty search; a letter or digit when nothing
 * has the focus. A page that has its own search or list of shortcuts declares it with `aria-keyshortcuts`.
 */
export function useSearchShortcuts(keys: FindKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    function showList() {
      const own = findShortcutControl('?');
      if (own) own.click();
      else latest.current.onList();
    }
    function onKeyDown(event: KeyboardEvent) {
      const { key, target } = event;
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (!letterShortcuts.get() || isOverlayOpen()) return;
      if (isInTextInput(target) && !isEmptySearch(target)) return;
      const own = findShortcutControl('/');
      const isLetter = isFocusOnPage(target) && /^[\p{L}\p{N}]$/u.test(key);
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
