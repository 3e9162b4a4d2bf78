import { tokensOf } from '#shared/cookies.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { bringsNews } from './islands/address-news.ts';
import type { IslandStart } from './islands/island.tsx';
import { heedLeaving } from './islands/leave-quickly.ts';
import { showOfflineNote } from './islands/offline-note.ts';
import { fetchCode, isOffline } from './ui/frame/fetch-code.ts';

/* The only script of a page: it wakes the islands when their time comes and is otherwise quiet. */

const lang = document.documentElement.lang as Lang;
const waking = new WeakMap<Element, Promise<void>>();
const alive = new WeakSet<Element>();

/**
 * Everything that an island needs, at once: what is imported by another file would be asked for only after
 * it.
 */
function fetchFiles({ dataset }: HTMLElement): void {
  for (const href of dataset.files?.split(' ') ?? []) {
    if (!href || document.head.querySelector(`link[href="${href}"]`)) continue;
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}

function wake(element: HTMLElement): Promise<void> {
  let started = waking.get(element);
  if (!started) {
    if (!isOffline()) fetchFiles(element);
    started = fetchCode(() => import('./islands/wake.ts'))
      .then(({ hydrate }) => hydrate(element, lang))
      .then(() => {
        alive.add(element);
        element.dataset.alive = '';
      });
    waking.set(element, started);
    // The next touch tries again.
    started.catch((error: unknown) => {
      waking.delete(element);
      reportError(error);
    });
  }
  return started;
}

const heldMs = 20_000;

/** The last click on a sleeping island is not lost: it is clicked again once awake, if that is soon. */
function holdClicks(element: HTMLElement): void {
  let held: { control: HTMLElement; at: number } | undefined;
  element.addEventListener(
    'click',
    (event) => {
      if (alive.has(element) || !(event.target instanceof Element)) return;
      const control = event.target.closest<HTMLElement>('button, [role=button], input, label, [data-wake]');
      if (!control) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      held = { control, at: event.timeStamp };
      if (isOffline()) showOfflineNote();
      const again = () => {
        if (held && performance.now() - held.at < heldMs) held.control.click();
        held = undefined;
      };
      wake(element).then(
        () => setTimeout(again),
        // The click can have no effect without the code of the island. Offline, a reload would lose the page.
        () => navigator.onLine && location.reload(),
      );
    },
    { capture: true },
  );
}

const onceTouched = (element: HTMLElement) => {
  for (const type of ['pointerover', 'pointerdown', 'focusin']) {
    element.addEventListener(type, () => void wake(element), { once: true, passive: true });
  }
};

const whenNear = (element: HTMLElement) => {
  const watcher = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watcher.disconnect();
      void wake(element);
    },
    { rootMargin: '300px' },
  );
  watcher.observe(element);
};

/**
 * The logs of the browser begin with the first touch or error, or once the page has long been at rest; what
 * happened before is kept.
 */
function watchSoon(): void {
  let asked = false;
  const begin = () => {
    // A failed import would stay failed: the next touch or error asks again.
    if (asked || isOffline()) return;
    asked = true;
    import('./api/log/watch.ts').then(
      ({ watch }) => watch(),
      () => {
        asked = false;
      },
    );
  };
  for (const type of ['error', 'unhandledrejection']) addEventListener(type, begin);
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, begin, { capture: true });
  const { happened } = globalThis as { happened?: Event[] };
  if (happened?.some(({ type }) => type === 'error' || type === 'unhandledrejection')) begin();
  setTimeout(begin, 8000);
}
watchSoon();
heedLeaving();

/** By when a public page asks for the scripts that it needs at once (`first-script.ts`). */
const { shown = Promise.resolve() } = globalThis as { shown?: Promise<unknown> };
const signedIn = tokensOf(document.cookie) > 0;
for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
  const start = element.dataset.start as IslandStart;
  holdClicks(element);
  if (
    start === 'load' ||
    ((signedIn || bringsNews(location.search)) && element.dataset.eager !== undefined)
  ) {
    // What does not come was reported.
    shown.then(() => wake(element)).catch(() => undefined);
    continue;
  }
  onceTouched(element);
  if (start === 'visible') whenNear(element);
}
addEventListener('signed-in', () => {
  for (const element of document.querySelectorAll<HTMLElement>('[data-island][data-eager]'))
    void wake(element).catch(() => undefined);
});

/**
 * "Book here" on a branch, "Book" on a service: the form may still be asleep, so the wish waits for it in the
 * tab.
 */
document.addEventListener('click', ({ target }) => {
  const { bookLocation, bookService } =
    (target instanceof Element
      ? target.closest<HTMLElement>('[data-book-location], [data-book-service]')
      : null
    )?.dataset ?? {};
  if (!bookLocation && !bookService) return;
  try {
    sessionStorage.setItem(
      'booking-wish',
      JSON.stringify({ locationId: Number(bookLocation) || null, serviceId: Number(bookService) || null }),
    );
    dispatchEvent(new Event('booking-wish'));
  } catch {
    // A browser that keeps nothing scrolls to the form all the same.
  }
});

/** A write wants a fresh proof of who she is (api/changes.ts). */
addEventListener('proof-needed', (event) => {
  const { detail } = event as CustomEvent<(proved: boolean) => void>;
  import('./islands/proof-dialog.ts').then(
    ({ openProofDialog }) => openProofDialog(detail),
    () => detail(false),
  );
});

/**
 * The worker brings the page without a connection; it comes once the page has nothing else to do, and never
 * for one that is leaving.
 */
if ('serviceWorker' in navigator) {
  const register = () => void navigator.serviceWorker.register('/service-worker.js').catch(() => {});
  addEventListener('load', () =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(register) : setTimeout(register, 6000),
  );
}
