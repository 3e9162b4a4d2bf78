import type { EarlyReads } from './page.ts';

/** What the first script leaves on `window` for the modules of the page. */
interface FirstScriptState {
  /** Events before `api/log/watch.ts` adds its own listeners. */
  happened: { push(event: Event): void };
  /** Requests that were sent before the modules loaded, by URL. `api/client.ts` takes the responses. */
  early: Record<string, Promise<Response>>;
  earlyAt: Date;
  /** Resolves at the first paint of a public page, or 200 ms later. */
  shown?: Promise<unknown>;
}

interface FirstReads {
  [address: string]: { status: number; headers: Record<string, string>; body: BodyInit | null };
}

/**
 * Runs inline before the first paint, so that theme, text size, splash and the sign-in mark cause no visible
 * change, and a page left with the quick exit does not come back. Also sends the first requests of a
 * signed-in user and preloads the scripts. Its source text is inlined, so it uses nothing from outside its
 * body.
 */
function runFirstScript(): void {
  const page = window as unknown as FirstScriptState;
  const html = document.documentElement;

  page.happened = [] as Event[];
  for (const type of ['error', 'unhandledrejection', 'click', 'submit', 'change'])
    addEventListener(type, (event) => page.happened.push(event), true);

  // Storage throws an error where the browser blocks it.
  const attempt = (work: () => void) => {
    try {
      work();
    } catch {}
  };
  const leaveAgain = () =>
    attempt(() => {
      const to = sessionStorage.getItem('left');
      if (to) location.replace(to);
    });
  addEventListener('pageshow', (event) => event.persisted && leaveAgain());
  attempt(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (navigation?.type === 'back_forward') leaveAgain();
    else sessionStorage.removeItem('left');
  });

  const cookie = (name: string): string | undefined =>
    ['__Host-', '']
      .map((prefix) => RegExp(`(?:^|; )${prefix}${name}=([^;]*)`).exec(document.cookie)?.[1])
      .find((value) => value !== undefined);
  const theme = cookie('theme');
  if (theme) html.dataset.theme = theme;
  if (cookie('text')) html.dataset.text = 'large';
  if (cookie('hide')) html.dataset.hide = '';

  const wanted = JSON.parse(html.dataset.early || '{}') as EarlyReads;
  const query = new URLSearchParams(location.search);
  const ofTab = (lists: EarlyReads['tabs']): readonly string[] => {
    const tab = query.get('tab') ?? '';
    return lists && Object.hasOwn(lists, tab) ? (lists[tab] ?? []) : [];
  };

  const preload = (files: readonly string[]) => {
    for (const href of files)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  };
  preload(ofTab(wanted.files));
  const { scripts } = wanted;
  if (scripts) {
    page.shown = new Promise<void>((resolve) => {
      setTimeout(resolve, 200);
      attempt(() =>
        new PerformanceObserver((list) => {
          if (list.getEntriesByName('first-contentful-paint')[0]) resolve();
        }).observe({ type: 'paint', buffered: true }),
      );
    });
    void page.shown.then(() => preload(scripts));
  }

  page.early = {};
  page.earlyAt = new Date();
  const request = (address: string) => fetch(address, { headers: { 'accept-language': html.lang } });
  const keep = (address: string, response: Promise<Response>) => {
    page.early[address] = response;
    response.catch(() => undefined);
  };
  if (cookie('signed-in')) {
    html.dataset.signedIn = '';
    const user = '/api/auth/user';
    const others = [
      ...(wanted.always ?? []),
      ...(location.search ? ofTab(wanted.tabs) : (wanted.bare ?? [])),
    ];
    const addresses = [user, ...others];
    if (others.length === 0) keep(user, request(user));
    else {
      const all = request(`/api/first-reads?of=${encodeURIComponent(addresses.join(' '))}`).then(
        async (response) => {
          if (!response.ok) throw new Error(`first-reads: ${response.status}`);
          const parts = (await response.json()) as FirstReads;
          const date = response.headers.get('date') ?? '';
          return Object.fromEntries(
            Object.entries(parts).map(([address, { body, status, headers }]) => [
              address,
              new Response(body, { status, headers: { ...headers, date } }),
            ]),
          );
        },
      );
      const keepPart = (address: string) =>
        keep(
          address,
          all.then((parts) => parts[address] ?? Promise.reject(new Error(`no ${address}`))),
        );
      // The server may also answer with a URL in which it replaced a placeholder.
      all.then(
        (parts) =>
          Object.keys(parts)
            .filter((address) => !addresses.includes(address))
            .forEach(keepPart),
        () => undefined,
      );
      addresses.forEach(keepPart);
    }
  }

  if (query.has('for')) html.dataset.booksFor = '';
  attempt(() => {
    const choice = JSON.parse(sessionStorage.getItem('booking-choice') ?? '{}');
    const location = Number(query.get('location')) || choice.locationId;
    const service = Number(query.get('service')) || choice.serviceId;
    if (!wanted.days || !location) return;
    // Hides the server's HTML of the booking steps, which does not know the choice; the browser renders the
    // steps once.
    html.dataset.chosen = '';
    if (!service || choice.doctor) return;
    const days = wanted.days.replace('{location}', location).replace('{service}', service);
    keep(days, request(days));
  });

  if (html.dataset.splash === undefined) return;
  const endSplash = () => {
    delete html.dataset.splash;
  };
  try {
    if (sessionStorage.getItem('splashed')) return endSplash();
    sessionStorage.setItem('splashed', '1');
    for (const type of ['keydown', 'pointerdown', 'wheel', 'touchstart'])
      addEventListener(type, endSplash, { once: true, passive: true });
    setTimeout(endSplash, 4700);
  } catch {
    endSplash();
  }
}

export const firstScript = `(${runFirstScript.toString()})()`;
