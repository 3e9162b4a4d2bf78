import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv } from 'node:process';

// `npx tsx tools/dependencies/sbom.ts <file>`: what is delivered, as CycloneDX, by npm itself. It is asked about a lock file
// without what only development needs: `npm sbom --omit dev` also leaves out what both need (zod, semver).

interface Lock {
  packages: Record<string, { dev?: boolean; devDependencies?: unknown }>;
}

const [, , file] = argv;
if (!file) throw new Error('npx tsx tools/dependencies/sbom.ts <file>');
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'hakima-sbom-'));
try {
  const read = <T>(name: string): T => JSON.parse(readFileSync(join(root, name), 'utf8'));
  const { devDependencies: _, ...delivered } = read<{ devDependencies: unknown }>('package.json');
  const lock = read<Lock>('package-lock.json');
  lock.packages = Object.fromEntries(Object.entries(lock.packages).filter(([, { dev }]) => !dev));
  delete lock.packages['']?.devDependencies;
  writeFileSync(join(folder, 'package.json'), JSON.stringify(delivered));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'];
  writeFileSync(file, execFileSync('npm', args, { cwd: folder, maxBuffer: 64 * 2 ** 20 }));
} finally {
  rmSync(folder, { recursive: true });
}
