import { createContext, useContext } from 'react';
import { renderToString } from 'react-dom/server';
import type { Lang } from '#shared/domain/languages.ts';
import type { PageAssets } from '#shared/page.ts';
import { currentLang } from '#web/i18n.ts';
import { type Area, type IslandHead, type IslandOf, isOfArea } from './define.ts';

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

/** What the page being rendered knows of built files, and those that it asks for at once. */
export interface Files {
  readonly of: PageAssets['filesOf'];
  readonly atOnce: Set<string>;
}
export const FilesContext = createContext<Files>({ of: {}, atOnce: new Set() });

/** The files of the modules that `isNeeded`, and of the words of areas. */
export function filesNeeded(
  of: Files['of'],
  isNeeded: (path: string) => boolean,
  areas: readonly Area[],
  lang: Lang,
): string[] {
  const catalogue = `shared/messages/${lang}/`;
  const isSpoken = (path: string) =>
    path.startsWith(catalogue) &&
    areas.some((area) => isOfArea(path.slice(catalogue.length, -'.ts'.length), area));
  const needed = Object.entries(of).filter(([path]) => isNeeded(path) || isSpoken(path));
  return [...new Set(needed.flatMap(([, files]) => files))];
}

/** Code and words of an island, and what brings it to life. */
const filesOfIsland = (of: Files['of'], { name, areas }: IslandHead): string[] =>
  filesNeeded(
    of,
    (path) => path === 'web/islands/wake.ts' || path.endsWith(`/${name}.island.tsx`),
    areas,
    currentLang(),
  );

/**
 * A part of a page that hydrates on its own. It is rendered apart, under its own id prefix, so that the
 * browser, which knows nothing of the page around it, arrives at the same ids. Server only.
 */
export function Island<P extends object>({ of, props, start, eagerWhenSignedIn, className }: IslandProps<P>) {
  const { name, areas, component: Component } = of;
  const files = useContext(FilesContext);
  const needed = filesOfIsland(files.of, of);
  if (start === 'load') for (const file of needed) files.atOnce.add(file);
  const html = renderToString(<Component {...props} />, { identifierPrefix: `${name}-` });
  return (
    <div
      className={className}
      data-island={name}
      data-areas={areas.join(' ')}
      data-start={start}
      data-eager={eagerWhenSignedIn ? '' : undefined}
      data-files={start === 'load' ? undefined : needed.join(' ')}
      data-props={JSON.stringify(props)}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
