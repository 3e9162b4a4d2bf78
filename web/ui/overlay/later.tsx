import { type ComponentType, Suspense, useState } from 'react';
import { fetchAhead } from '#web/ui/frame/fetch-code.ts';
import { lazyPart } from './lazy-part.tsx';

const signs = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Fetches with the first sign that somebody is there; who is late fetches once the part is drawn. */
export function onFirstSign(fetch: () => Promise<unknown>): void {
  if (typeof document === 'undefined') return;
  const once = new AbortController();
  const options = { signal: once.signal, capture: true, passive: true };
  for (const sign of signs)
    addEventListener(
      sign,
      () => {
        once.abort();
        fetchAhead(fetch);
      },
      options,
    );
}

const latestMs = 3000;

/** Fetches once the page has nothing else to do. */
export function whenIdle(fetch: () => Promise<unknown>): void {
  const begin = () => fetchAhead(fetch);
  if ('requestIdleCallback' in globalThis) requestIdleCallback(begin, { timeout: latestMs });
  else setTimeout(begin, latestMs);
}

/**
 * A part that nobody sees as the page opens (another tab, a dialog): its code is fetched with the first touch
 * or key of the page. Nothing is drawn in its place until it is there; once it is, it is drawn at once.
 */
export function later<P extends object>(bring: () => Promise<ComponentType<P>>): ComponentType<P> {
  let here: ComponentType<P> | undefined;
  const brought = async () => {
    here = await bring();
    return here;
  };
  const Awaited = lazyPart(brought);
  // What could not be fetched is asked for again once it is drawn.
  onFirstSign(brought);
  function Later(props: P) {
    // What was drawn as one of the two stays it: the other would begin anew.
    const [Part] = useState(() => here ?? Awaited);
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  }
  return Later;
}
