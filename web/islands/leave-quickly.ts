import { clearTraces, forgetKeptVisits, keepCookie, markLeft } from '#web/api/traces.ts';

/* In the entry of every page and without an island: it has to work before anything else does. */

/** No address of ours goes along, nor whatever the next site asks for. */
function tellNothing(): void {
  document.head.append(
    Object.assign(document.createElement('meta'), { name: 'referrer', content: 'no-referrer' }),
  );
}

/**
 * Away from here at once: what is drawn is gone first, then what the browser keeps; the session ends without
 * anybody waiting for it. The page that follows takes this one's place, and Back is led there again
 * (`first-script.ts`).
 */
function leaveQuickly(to: string): void {
  markLeft();
  document.body.replaceChildren();
  document.title = ' ';
  clearTraces([['left', to]]);
  // Says to the server that nobody is in this browser any more, should the word of it not arrive.
  keepCookie('left', '1');
  void forgetKeptVisits();
  void fetch('/api/auth/logout', { method: 'POST', keepalive: true }).catch(() => undefined);
  new BroadcastChannel('session').postMessage('ended');
  tellNothing();
  location.replace(to);
}

const overlays = 'dialog[open], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]';
const within = 1500;

/** The button of this page, where there is one that she can see. */
const shownButton = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[data-leave]')].find((button) => button.offsetParent !== null);

/** By its button, or by Esc three times; not by an Esc that closes something. */
export function heedLeaving(): void {
  document.addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element && event.target.closest<HTMLElement>('[data-leave]');
      if (!button) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      leaveQuickly(button.dataset.leave ?? '/');
    },
    { capture: true },
  );
  let pressed: number[] = [];
  addEventListener(
    'keydown',
    ({ key, repeat, timeStamp }) => {
      if (repeat) return;
      pressed =
        key === 'Escape' && !document.querySelector(overlays) ? [...pressed, timeStamp].slice(-3) : [];
      const button = pressed.length === 3 && timeStamp - (pressed[0] ?? 0) < within && shownButton();
      if (button) leaveQuickly(button.dataset.leave ?? '/');
    },
    { capture: true },
  );
}
