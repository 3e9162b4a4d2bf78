import { countSessionTokens } from '#shared/cookies.ts';
import type { Lang } from '#shared/domain/languages.ts';
import type { IslandStart } from './islands/island.tsx';
import { listenForQuickExit } from './islands/leave-quickly.ts';
import { hasNoticeParams } from './islands/notice-params.ts';
import { showOfflineNote } from './islands/offline-note.ts';
import { importWithRetry, isOffline } from './ui/frame/import-with-retry.ts';

/* Entry script of every page: hydrates each island at its start condition. */

const lang = document.documentElement.lang as Lang;
const pendingHydrations = new WeakMap<Element, Promise<void>>();
const hydratedIslands = new WeakSet<Element>();

/**
 * Preloads all files of an island in parallel; without this, imported files would be requested one after
 * another.
 */
function preloadIslandFiles({ dataset }: HTMLElement): void {
  for (const href of dataset.files?.split(' ') ?? []) {
    if (!href || document.head.querySelector(`link[href="${href}"]`)) continue;
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}

function hydrateIsland(element: HTMLElement): Promise<void> {
  let started = pendingHydrations.get(element);
  if (!started) {
    if (!isOffline()) preloadIslandFiles(element);
    started = importWithRetry(() => import('./islands/load-island.ts'))
      .then(({ hydrate }) => hydrate(element, lang))
      .then(() => {
        hydratedIslands.add(element);
        element.dataset.alive = '';
      });
    pendingHydrations.set(element, started);
    // The next touch tries again.
    started.catch((error: unknown) => {
      pendingHydrations.delete(element);
      reportError(error);
    });
  }
  return started;
}

const clickReplayMs = 20_000;

/** Repeats the last click on an island that was not hydrated yet, if hydration ends within 20 s. */
function replayEarlyClicks(element: HTMLElement): void {
  let held: { control: HTMLElement; at: number } | undefined;
  element.addEventListener(
    'click',
    (event) => {
      if (hydratedIslands.has(element) || !(event.target instanceof Element)) return;
      const control = event.target.closest<HTMLElement>('button, [role=button], input, label, [data-wake]');
      if (!control) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      held = { control, at: event.timeStamp };
      if (isOffline()) showOfflineNote();
      const again = () => {
        if (held && performance.now() - held.at < clickReplayMs) held.control.click();
        held = undefined;
      };
      hydrateIsland(element).then(
        () => setTimeout(again),
        // The click can have no effect without the code of the island. Offline, a reload would lose the page.
        () => navigator.onLine && location.reload(),
      );
    },
    { capture: true },
  );
}

const hydrateOnFirstTouch = (element: HTMLElement) => {
  for (const type of ['pointerover', 'pointerdown', 'focusin']) {
    element.addEventListener(type, () => void hydrateIsland(element), { once: true, passive: true });
  }
};

const hydrateWhenVisible = (element: HTMLElement) => {
  const watcher = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watcher.disconnect();
      void hydrateIsland(element);
    },
    { rootMargin: '300px' },
  );
  watcher.observe(element);
};

/**
 * Starts the browser logs at the first touch, key or error, at the latest after 8 s; earlier events are
 * stored by the first script.
 */
function scheduleBrowserLogs(): void {
  let asked = false;
  const begin = () => {
    // Browsers cache a failed import, so none is tried offline; the next touch or error tries again.
    if (asked || isOffline()) return;
    asked = true;
    import('./api/log/watch.ts').then(
      ({ startBrowserLog: watch }) => watch(),
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
scheduleBrowserLogs();
listenForQuickExit();

/** Resolves when a public page may load the scripts that it needs at once (`first-script.ts`). */
const { shown = Promise.resolve() } = globalThis as { shown?: Promise<unknown> };
const hasSessionCookie = countSessionTokens(document.cookie) > 0;
for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
  const start = element.dataset.start as IslandStart;
  replayEarlyClicks(element);
  if (
    start === 'load' ||
    ((hasSessionCookie || hasNoticeParams(location.search)) && element.dataset.eager !== undefined)
  ) {
    // `hydrateIsland` has reported the error.
    shown.then(() => hydrateIsland(element)).catch(() => undefined);
    continue;
  }
  hydrateOnFirstTouch(element);
  if (start === 'visible') hydrateWhenVisible(element);
}
addEventListener('signed-in', () => {
  for (const element of document.querySelectorAll<HTMLElement>('[data-island][data-eager]'))
    void hydrateIsland(element).catch(() => undefined);
});

/**
 * "Book here" at a branch and "Book" at a service: the booking form may not be hydrated yet, so the choice is
 * stored in sessionStorage.
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
    // Without storage the link still scrolls to the form.
  }
});

/** A write requires a new identity check (api/changes.ts). */
addEventListener('proof-needed', (event) => {
  const { detail } = event as CustomEvent<(proved: boolean) => void>;
  import('./islands/proof-dialog.ts').then(
    ({ openProofDialog }) => openProofDialog(detail),
    () => detail(false),
  );
});

/** Registers the service worker, which shows pages without a connection, when the page is idle. */
if ('serviceWorker' in navigator) {
  const register = () => void navigator.serviceWorker.register('/service-worker.js').catch(() => {});
  addEventListener('load', () =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(register) : setTimeout(register, 6000),
  );
}
