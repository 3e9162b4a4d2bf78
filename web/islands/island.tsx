import { renderToString } from 'react-dom/server';
import type { IslandOf } from './define.ts';

/** When an island comes alive: at once, when it scrolls near, or when someone touches or focuses it. */
export type IslandStart = 'load' | 'visible' | 'touch';

export interface IslandProps<P extends object> {
  of: IslandOf<P>;
  props: P;
  start: IslandStart;
  /** Come alive at once for whoever is signed in. */
  eagerWhenSignedIn?: boolean;
  className?: string;
}

/**
 * A part of a page that hydrates on its own. It is rendered apart, under its own id prefix, so that the
 * browser, which knows nothing of the page around it, arrives at the same ids. Server only.
 */
export function Island<P extends object>({ of, props, start, eagerWhenSignedIn, className }: IslandProps<P>) {
  const { name, areas, component: Component } = of;
  const html = renderToString(<Component {...props} />, { identifierPrefix: `${name}-` });
  return (
    <div
      className={className}
      data-island={name}
      data-areas={areas.join(' ')}
      data-start={start}
      data-eager={eagerWhenSignedIn ? '' : undefined}
      data-props={JSON.stringify(props)}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
