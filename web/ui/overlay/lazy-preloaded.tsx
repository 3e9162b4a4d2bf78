import { type ComponentType, Suspense, useState } from 'react';
import { preloadCode } from '#web/ui/frame/import-with-retry.ts';
import { lazyPart } from './lazy-part.tsx';

const activityEvents = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Calls `fetch` at the user's first pointer movement, touch or key. Offline, the call waits for the network.
 */
export function onFirstActivity(fetch: () => Promise<unknown>): void {
  if (typeof document === 'undefined') return;
  const once = new AbortController();
  const options = { signal: once.signal, capture: true, passive: true };
  for (const sign of activityEvents)
    addEventListener(
      sign,
      () => {
        once.abort();
        // After the event, so that the page responds to the touch first.
        setTimeout(() => preloadCode(fetch));
      },
      options,
    );
}

const idleTimeoutMs = 3000;

/** Calls `fetch` when the page is idle, at the latest after 3 s. */
export function runWhenIdle(fetch: () => Promise<unknown>): void {
  const begin = () => preloadCode(fetch);
  if ('requestIdleCallback' in globalThis) requestIdleCallback(begin, { timeout: idleTimeoutMs });
  else setTimeout(begin, idleTimeoutMs);
}

/**
 * A part that is not visible when the page opens (another tab, a dialog). Its code is loaded at the user's
 * first pointer movement, touch or key. Nothing is shown in its place while it loads; if it is loaded
 * already, it is rendered at once.
 */
export function lazyPreloaded<P extends object>(bring: () => Promise<ComponentType<P>>): ComponentType<P> {
  let here: ComponentType<P> | undefined;
  const brought = async () => {
    here = await bring();
    return here;
  };
  const Awaited = lazyPart(brought);
  // A part that could not be preloaded is requested again when it is rendered.
  onFirstActivity(brought);
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
