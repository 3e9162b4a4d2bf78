import type { Plugin } from 'vite';
import { importsOf, webSources } from './imports-of.ts';

/** The looks whose styles are inlined in their pages: each byte stands before the first word. */
type Look = 'public' | 'account';

/**
 * Every file that the pages of a look draw with: what they import, and what is opened on demand
 * (`web/islands/<name>.ts`), which goes by its name.
 */
export function drawnIn(look: Look): Map<string, string> {
  const tree = webSources();
  const found = new Map<string, string>();
  const enter = (path: string): void => {
    const text = tree.get(path);
    if (found.has(path) || text === undefined) return;
    found.set(path, text);
    for (const { from, onlyTypes } of importsOf(path, text)) {
      if (onlyTypes) continue;
      enter(from);
      const [, name] = from.match(/^web\/islands\/([\w-]+)\.ts$/) ?? [];
      for (const island of tree.keys()) if (name && island.endsWith(`/${name}.island.tsx`)) enter(island);
    }
  };
  for (const [path, text] of tree)
    if (path.endsWith('-page.tsx') && text.includes(`look: '${look}'`)) enter(path);
  return found;
}

/** Names, in the styles of a look, the files that they are made of. */
export const namedSources = (css: string, look: Look): string =>
  [css, ...[...drawnIn(look).keys()].map((path) => `@source "../../${path}";`)].join('\n');

/** While one develops every inlined page links the same styles (`tools/dev/pages.ts`): all that there are. */
const allSources = (css: string): string => `${css}\n@source "../**/*.{ts,tsx}";`;

export const sourcesOf: Plugin = {
  name: 'sources-of',
  enforce: 'pre',
  transform: {
    filter: { id: /\/web\/styles\/(?:public|account)\.css/ },
    handler(css, id) {
      const look = id.includes('/public.css') ? 'public' : 'account';
      return {
        code: this.environment.mode === 'dev' ? allSources(css) : namedSources(css, look),
        map: null,
      };
    },
  },
};
