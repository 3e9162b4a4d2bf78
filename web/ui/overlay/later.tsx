import { type ComponentType, Suspense, useState } from 'react';
import { fetchAhead } from '#web/ui/frame/fetch-code.ts';
import { lazyPart } from './lazy-part.tsx';

const signs = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Calls `fetch` at the user's first pointer movement, touch or key. Offline, the call waits for the network.
 */
export function onFirstSign(fetch: () => Promise<unknown>): void {
  if (typeof document === 'undefined') return;
  const once = new AbortController();
  const options = { signal: once.signal, capture: true, passive: true };
  for (const sign of signs)
    addEventListener(
      sign,
      () => {
        once.abort();
        // After the event, so that the page responds to the touch first.
        setTimeout(() => fetchAhead(fetch));
      },
      options,
    );
}

const latestMs = 3000;

/** Calls `fetch` when the page is idle, at the latest after 3 s. */
export function whenIdle(fetch: () => Promise<unknown>): void {
  const begin = () => fetchAhead(fetch);
  if ('requestIdleCallback' in globalThis) requestIdleCallback(begin, { timeout: latestMs });
  else setTimeout(begin, latestMs);
}

/**
 * A part that is not visible when the page opens (another tab, a dialog). Its code is loaded at the user's
 * first pointer movement, touch or key. Nothing is shown in its place while it loads; if it is loaded
 * already, it is rendered at once.
 */
export function later<P extends object>(bring: () => Promise<ComponentType<P>>): ComponentType<P> {
  let here: ComponentType<P> | undefined;
  const brought = async () => {
    here = await bring();
    return here;
  };
  const Awaited = lazyPart(brought);
  // A part that could not be preloaded is requested again when it is rendered.
  onFirstSign(brought);
  function Later(props: P) {
    // Keeps the same component while mounted: switching would reset its state.
    const [Part] = useState(() => here ?? Awaited);
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  }
  return Later;
}
