import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type AdvisoryList, complaints, listFrom, type Reason } from './advisories.ts';
import { lockedPackages } from './locked.ts';

/** What is known of a package and does not touch us, until it is looked at again. */
const reasons: readonly Reason[] = [];

const file = join(import.meta.dirname, 'advisories.json');
const kept = () => JSON.parse(readFileSync(file, 'utf8')) as AdvisoryList;
const today = new Date().toISOString().slice(0, 10);

describe.skipIf(!existsSync(file))('the list that npm run advisories made', () => {
  test('says nothing of what is installed, or a reason stands', () => {
    const list = kept();
    const days = Math.round((Date.parse(today) - Date.parse(list.newest)) / 86_400_000);
    console.log(`${list.source}: ${list.advisories.length} about our packages, ${days} days old.`);
    expect(complaints(list, lockedPackages(), reasons, today)).toEqual([]);
  });

  test('was made for every package', () => {
    const known = new Set(kept().names);
    const others = lockedPackages().filter(({ name }) => !known.has(name));
    expect(others.map(({ name }) => name)).toEqual([]);
  });
});

const clone = mkdtempSync(join(tmpdir(), 'advisories-'));
afterAll(() => rmSync(clone, { recursive: true }));

/** A file of the database, as it lies in a clone. */
function planted(id: string, more: object): void {
  const folder = join(clone, 'advisories/github-reviewed/2026/03', id);
  mkdirSync(folder, { recursive: true });
  const osv = { id, modified: '2026-03-20T21:22:15Z', summary: `what ${id} is about`, ...more };
  writeFileSync(join(folder, `${id}.json`), JSON.stringify(osv));
}
const about = (name: string, events: object[], ecosystem = 'npm') => ({
  package: { ecosystem, name },
  ranges: [{ type: 'ECOSYSTEM', events }],
});

describe('of a clone of the database', () => {
  planted('fixed', {
    database_specific: { severity: 'HIGH' },
    affected: [
      about('left-pad', [{ introduced: '1.2.0' }, { fixed: '1.2.5' }]),
      about('left-pad', [{ introduced: '2.0.0' }, { last_affected: '2.1.0' }]),
      about('another', [{ introduced: '0' }]),
    ],
  });
  planted('withdrawn', {
    modified: '2026-03-21T00:00:00Z',
    withdrawn: '2026-03-21T00:00:00Z',
    affected: [about('left-pad', [{ introduced: '0' }])],
  });
  planted('elsewhere', { affected: [about('left-pad', [{ introduced: '0' }], 'PyPI')] });
  planted('unfixed', { affected: [about('@a/b', [{ introduced: '0' }])] });
  planted('unended', {
    affected: [
      {
        ...about('old', [{ introduced: '1.0.0' }]),
        database_specific: { last_known_affected_version_range: '< 1.4.0' },
      },
    ],
  });
  planted('unreadable', { affected: [about('odd', [{ introduced: '0' }, { fixed: '>= 2' }])] });
  planted('listed', { affected: [{ package: { ecosystem: 'npm', name: 'taken' }, versions: ['3.0.1'] }] });
  const list = listFrom(clone, ['taken', 'old', 'odd', 'left-pad', '@a/b']);
  const says = (name: string, version: string, given: readonly Reason[] = []) =>
    complaints(list, [{ name, version }], given, '2026-11-26');

  test('what is about our packages is kept, with the day of the newest of all', () => {
    expect(list.newest).toBe('2026-03-21');
    expect(list.names).toEqual(['@a/b', 'left-pad', 'odd', 'old', 'taken']);
    const ids = list.advisories.map(({ id }) => id);
    expect(ids).toEqual(['unfixed', 'fixed', 'unreadable', 'unended', 'listed']);
    expect(list.advisories[1]).toEqual({
      id: 'fixed',
      package: 'left-pad',
      ranges: ['>=1.2.0 <1.2.5', '>=2.0.0 <=2.1.0'],
      severity: 'high',
      title: 'what fixed is about',
    });
  });

  test.each([
    ['left-pad', '1.2.4', 'fixed'],
    ['left-pad', '1.2.5-beta.1', 'fixed'],
    ['left-pad', '2.1.0', 'fixed'],
    ['@a/b', '0.0.1-alpha', 'unfixed'],
    ['odd', '9.9.9', 'unreadable'],
    ['old', '1.3.9', 'unended'],
    ['taken', '3.0.1', 'listed'],
  ])('%s %s is found', (name, version, id) => {
    expect(says(name, version)).toEqual([expect.stringContaining(`${name} ${version}: ${id} (`)]);
  });

  test.each([
    ['left-pad', '1.1.9'],
    ['left-pad', '1.2.5'],
    ['left-pad', '2.1.1'],
    ['old', '1.4.0'],
    ['taken', '3.0.2'],
    ['unknown', '1.0.0'],
  ])('%s %s is not', (name, version) => {
    expect(says(name, version)).toEqual([]);
  });

  test('a reason stands until its day, and only where it is needed', () => {
    const reason = (until: string) => [{ id: 'fixed', until, since: 'we pad nothing' }];
    expect(says('left-pad', '1.2.4', reason('2026-11-26'))).toEqual([]);
    expect(says('left-pad', '1.2.4', reason('2026-11-25'))).toHaveLength(1);
    expect(says('left-pad', '1.2.5', reason('2026-12-31'))).toEqual(['fixed needs no reason (any more)']);
  });
});
