import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourcesUnder } from '../structure/files.ts';

interface LockEntry {
  version: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

interface Locked extends LockEntry {
  /** Path in `node_modules`, the key in the lock file. */
  path: string;
  /** The name in the registry. */
  name: string;
}

const root = join(import.meta.dirname, '../..');

/** Every package of the lock file. */
export function lockedPackages(): Locked[] {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as { packages: Record<string, LockEntry> };
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({ path, name: path.replace(/^.*node_modules\//, ''), ...entry }));
}

/** Names of the packages that the sources of the product import. */
export function importedPackages(): Set<string> {
  const names = sourcesUnder('server', 'shared', 'web')
    .filter(([path]) => !path.startsWith('server/testing/'))
    .flatMap(([, text]) => [...text.matchAll(/(?:\bfrom |\bimport\(|^import )'(@?[a-z][\w./-]*)'/gm)])
    .map(([, name = '']) => name);
  const packages = names.map((name) =>
    name
      .split('/')
      .slice(0, name.startsWith('@') ? 2 : 1)
      .join('/'),
  );
  const locked = new Set(lockedPackages().map(({ name }) => name));
  return new Set(packages.filter((name) => locked.has(name)));
}

/**
 * Packages in the delivered product: those that it imports, and their dependencies. npm lists most of them as
 * development dependencies, because they are bundled into `dist`.
 */
export function deliveredPackages(): Locked[] {
  const all = new Map(lockedPackages().map((entry) => [entry.path, entry]));
  const found = new Set<Locked>();
  const add = (name: string, from: string): void => {
    for (let folder = from; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
      const entry = all.get(`${folder}${folder && '/'}node_modules/${name}`);
      if (entry) {
        if (found.has(entry)) return;
        found.add(entry);
        const { dependencies, optionalDependencies, peerDependencies } = entry;
        for (const next of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
          add(next, entry.path);
        return;
      }
      if (folder === '') return;
    }
  };
  for (const name of importedPackages()) add(name, '');
  return [...found];
}
