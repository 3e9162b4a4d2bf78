import {
  clearPersonalData,
  deleteVisitCaches,
  markQuickExit,
  setYearCookie,
} from '#web/api/personal-data-cleanup.ts';

/* Part of the entry script of every page, outside the islands: it must work before anything is hydrated. */

/** Prevents a Referer header on the next site. */
function suppressReferrer(): void {
  document.head.append(
    Object.assign(document.createElement('meta'), { name: 'referrer', content: 'no-referrer' }),
  );
}

/**
 * The quick exit: clears the page first, then the data in the browser, and ends the session without waiting
 * for the answer. The next page replaces this one in the history; Back leads to the neutral site again
 * (`first-script.ts`).
 */
function runQuickExit(to: string): void {
  markQuickExit();
  document.body.replaceChildren();
  document.title = ' ';
  clearPersonalData([['left', to]]);
  // Tells the server with the next request that the user has left, in case the log-out does not arrive.
  setYearCookie('left', '1');
  void deleteVisitCaches();
  void fetch('/api/auth/logout', { method: 'POST', keepalive: true }).catch(() => undefined);
  new BroadcastChannel('session').postMessage('ended');
  suppressReferrer();
  location.replace(to);
}

const openOverlaySelector = 'dialog[open], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]';
const tripleEscMs = 1500;

/** The quick-exit button of this page, if it is visible. */
const findQuickExitButton = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[data-leave]')].find((button) => button.offsetParent !== null);

/**
 * Starts the quick exit on a press of its button or on Esc pressed three times within 1.5 s, unless Esc
 * closes an overlay.
 */
export function listenForQuickExit(): void {
  document.addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element && event.target.closest<HTMLElement>('[data-leave]');
      if (!button) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      runQuickExit(button.dataset.leave ?? '/');
    },
    { capture: true },
  );
  let pressed: number[] = [];
  addEventListener(
    'keydown',
    ({ key, repeat, timeStamp }) => {
      if (repeat) return;
      pressed =
        key === 'Escape' && !document.querySelector(openOverlaySelector)
          ? [...pressed, timeStamp].slice(-3)
          : [];
      const button =
        pressed.length === 3 && timeStamp - (pressed[0] ?? 0) < tripleEscMs && findQuickExitButton();
      if (button) runQuickExit(button.dataset.leave ?? '/');
    },
    { capture: true },
  );
}
