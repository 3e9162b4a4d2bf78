import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Locked {
  name: string;
  version: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
}

/** Every package that the lock file brings in, by the name it has in the registry. */
export function lockedPackages(): Locked[] {
  const lock = readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as { packages: Record<string, Omit<Locked, 'name'>> };
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({ name: path.replace(/^.*node_modules\//, ''), ...entry }));
}
