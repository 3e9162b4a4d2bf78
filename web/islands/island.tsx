import { createContext, useContext } from 'react';
import { renderToString } from 'react-dom/server';
import type { Lang } from '#shared/domain/languages.ts';
import type { PageAssets } from '#shared/page.ts';
import { currentLang } from '#web/i18n.ts';
import { type Area, type IslandDefinition, type IslandMeta, isOfArea } from './define.ts';

/**
 * When an island is hydrated: at once, when it scrolls near the viewport, or when the user touches or focuses
 * it.
 */
export type IslandStart = 'load' | 'visible' | 'touch';

export interface IslandProps<P extends object> {
  of: IslandDefinition<P>;
  props: P;
  start: IslandStart;
  /** Hydrate at once for a signed-in user. */
  eagerWhenSignedIn?: boolean;
  className?: string;
}

/** Built files by module, and the files that the rendered page preloads. */
export interface PageFiles {
  readonly of: PageAssets['filesOf'];
  readonly atOnce: Set<string>;
}
export const PageFilesContext = createContext<PageFiles>({ of: {}, atOnce: new Set() });

/** The built files of the modules that `isNeeded` selects and of the message files of `areas`. */
export function listNeededFiles(
  of: PageFiles['of'],
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

/** Built files with the code and the texts of an island. */
const listIslandFiles = (of: PageFiles['of'], { name, areas }: IslandMeta): string[] =>
  listNeededFiles(
    of,
    (path) => path === 'web/islands/load-island.ts' || path.endsWith(`/${name}.island.tsx`),
    areas,
    currentLang(),
  );

/**
 * A part of a page that hydrates on its own. It is rendered separately with its own id prefix, so that React
 * generates the same ids in the browser, where the rest of the page is not known. Server only.
 */
export function Island<P extends object>({ of, props, start, eagerWhenSignedIn, className }: IslandProps<P>) {
  const { name, areas, component: Component } = of;
  const files = useContext(PageFilesContext);
  const needed = listIslandFiles(files.of, of);
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
