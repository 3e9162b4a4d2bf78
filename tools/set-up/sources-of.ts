import { join } from 'node:path';
import type { Plugin } from 'vite';
import { parse } from '../structure/syntax.ts';
import { isTest, readTree } from '../structure/tree.ts';
import { root } from './processes.mjs';

/** The looks whose styles are inlined in their pages: each byte stands before the first word. */
type Look = 'public' | 'account';

/**
 * Every file that the pages of these looks draw with: what they import, and what is opened on demand
 * (`web/islands/<name>.ts`), which goes by its name.
 */
export function drawnIn(...looks: Look[]): Map<string, string> {
  const tree = readTree(root);
  const found = new Map<string, string>();
  const enter = (path: string): void => {
    const text = tree.get(path);
    if (found.has(path) || text === undefined || !/^web\/.*\.tsx?$/.test(path) || isTest(path)) return;
    found.set(path, text);
    for (const { from, onlyTypes } of parse(path, text).imports) {
      if (onlyTypes) continue;
      enter(from);
      const [, name] = from.match(/^web\/islands\/([\w-]+)\.ts$/) ?? [];
      for (const island of tree.keys()) if (name && island.endsWith(`/${name}.island.tsx`)) enter(island);
    }
  };
  for (const [path, text] of tree)
    if (path.endsWith('-page.tsx') && looks.some((look) => text.includes(`look: '${look}'`))) enter(path);
  return found;
}

/** Names, in the styles of a look, the files that they are made of. */
export const namedSources = (css: string, looks: Look[]): string =>
  [css, ...[...drawnIn(...looks).keys()].map((path) => `@source "../../${path}";`)].join('\n');

/** While one develops every inlined page links the styles of an account (`tools/dev/pages.ts`). */
export const sourcesOf: Plugin = {
  name: 'sources-of',
  enforce: 'pre',
  transform: {
    filter: { id: /\/web\/styles\/(?:public|account)\.css/ },
    handler(css, id) {
      const looks: Look[] = id.includes('/public.css') ? ['public'] : ['account'];
      if (this.environment.mode === 'dev') looks.push('public');
      for (const path of drawnIn(...looks).keys()) this.addWatchFile(join(root, path));
      return { code: namedSources(css, looks), map: null };
    },
  },
};
