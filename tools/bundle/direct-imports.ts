import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Plugin } from 'vite';
import { root } from '../set-up/processes.mjs';
import { rewriteImports } from './rewrite-imports.ts';

/**
 * Packages whose front door opens on everything they have. Grouping of chunks follows imports: through such a
 * door the first file of a page would be held to need every icon of the house.
 */
const barrels = ['lucide-react', 'radix-ui'];

const drawsIcons = join(root, 'web/ui/drawings/icon.ts');
const ownIcon = `${drawsIcons}?lucide`;

/** Where each name of a barrel comes from; a whole module is called `*`. */
function doorsOf(file: string): Map<string, { from: string; name: string }> {
  const { module } = parseSync(file, readFileSync(file, 'utf8'));
  const brought = new Map(
    module.staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.map(({ localName }) => [localName.value, { from: moduleRequest.value, name: '*' }] as const),
    ),
  );
  const doors = new Map<string, { from: string; name: string }>();
  for (const { entries } of module.staticExports)
    for (const { exportName, importName, localName, moduleRequest } of entries) {
      const there = moduleRequest
        ? { from: moduleRequest.value, name: importName.name ?? '*' }
        : brought.get(localName.name ?? '');
      if (exportName.name && there) doors.set(exportName.name, there);
    }
  return doors;
}

/** Each line of an icon has a key for lists that React compares, which an icon is not: it stays as it is. */
export const withoutKeys = (icon: string): string => icon.replace(/, key: "\w+"/g, '');

export const iconsWithoutKeys: Plugin = {
  name: 'icons-without-keys',
  applyToEnvironment: (environment) => environment.name === 'client',
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/icons\// },
    handler: (code) => ({ code: withoutKeys(code), map: null }),
  },
};

/** `import { Check } from 'lucide-react'` becomes an import of the one file that has it. */
export function directImports(): Plugin {
  const known = new Map<string, ReturnType<typeof doorsOf>>();
  return {
    name: 'direct-imports',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    /** Icons are drawn by `web/ui/drawings/icon.ts`, a seventh of what lucide-react draws them with. */
    resolveId: {
      filter: { id: /createLucideIcon\.mjs$/ },
      handler: (_, from) => (from?.includes('/lucide-react/dist/esm/icons/') ? ownIcon : undefined),
    },
    load: {
      filter: { id: /\?lucide$/ },
      handler: () => `export { icon as default } from ${JSON.stringify(drawsIcons)};`,
    },
    transform: {
      filter: { id: /\/web\/.*\.tsx?$/, code: /from '(?:lucide-react|radix-ui)'/ },
      handler(text, id) {
        return rewriteImports(id, text, async (from, used) => {
          const front = barrels.includes(from) && (await this.resolve(from, id));
          if (!front) return undefined;
          const doors = known.get(front.id) ?? doorsOf(front.id);
          known.set(front.id, doors);
          const lines: string[] = [];
          for (const { importName, localName } of used) {
            const door = doors.get(importName.name ?? '');
            const file = door && (await this.resolve(door.from, front.id));
            if (!door || !file) throw new Error(`${from} has no ${importName.name}`);
            const what =
              door.name === '*' ? `* as ${localName.value}` : `{ ${door.name} as ${localName.value} }`;
            lines.push(`import ${what} from ${JSON.stringify(file.id)};`);
          }
          return lines.join('');
        });
      },
    },
  };
}
