import { type ComponentType, lazy, Suspense } from 'react';

const signs = ['pointermove', 'pointerdown', 'keydown'] as const;

/** With the first sign that somebody is there; who is late fetches once the part is drawn. */
function onFirstSign(fetch: () => void): void {
  if (typeof document === 'undefined') return;
  const once = new AbortController();
  const options = { signal: once.signal, capture: true, passive: true };
  for (const sign of signs)
    addEventListener(
      sign,
      () => {
        once.abort();
        fetch();
      },
      options,
    );
}

/**
 * A part that nobody sees as the page opens (another tab, a dialog): its code is fetched with the first touch
 * or key of the page. Nothing is drawn in its place until it is there.
 */
export function later<P extends object>(bring: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy(async () => ({ default: await bring() })) as unknown as ComponentType<P>;
  onFirstSign(() => void bring().catch(() => undefined));
  return function Later(props: P) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  };
}
