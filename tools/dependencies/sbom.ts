import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv } from 'node:process';
import { deliveredPackages, importedPackages } from './locked.ts';

// `npx tsx tools/dependencies/sbom.ts <file>`: writes the bill of materials of the delivered product
// (CycloneDX) with npm. npm gets a lock file with only the delivered packages, because it knows most of them
// as development dependencies.

const [, , file] = argv;
if (!file) throw new Error('npx tsx tools/dependencies/sbom.ts <file>');
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'hakima-sbom-'));
try {
  const { name, version, license, dependencies, devDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const all = { ...dependencies, ...devDependencies };
  const imported = Object.fromEntries([...importedPackages()].sort().map((one) => [one, all[one]]));
  const product = { name, version, license, dependencies: imported };
  const packages = Object.fromEntries(
    deliveredPackages().map(({ path, ...entry }) => [path, { ...entry, dev: undefined }]),
  );
  const lock = { name, version, lockfileVersion: 3, requires: true, packages: { '': product, ...packages } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(product));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'];
  writeFileSync(file, execFileSync('npm', args, { cwd: folder, maxBuffer: 64 * 2 ** 20 }));
} finally {
  rmSync(folder, { recursive: true });
}
