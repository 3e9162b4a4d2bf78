import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import type { IslandName } from './table.ts';

/** When an island comes alive: at once, when it scrolls near, or when someone touches or focuses it. */
export type IslandStart = 'load' | 'visible' | 'touch';

export interface IslandProps<P extends object> {
  name: IslandName;
  component: ComponentType<P>;
  props: P;
  start: IslandStart;
  /** Come alive at once for whoever is signed in. */
  eagerWhenSignedIn?: boolean;
  className?: string;
}

/**
 * A part of a page that hydrates on its own. It is rendered apart, under its own id prefix, so that the browser,
 * which knows nothing of the page around it, arrives at the same ids. Server only.
 */
export function Island<P extends object>({
  name,
  component: Component,
  props,
  start,
  eagerWhenSignedIn,
  className,
}: IslandProps<P>) {
  const html = renderToString(<Component {...props} />, { identifierPrefix: `${name}-` });
  return (
    <div
      className={className}
      data-island={name}
      data-start={start}
      data-eager={eagerWhenSignedIn ? '' : undefined}
      data-props={JSON.stringify(props)}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
