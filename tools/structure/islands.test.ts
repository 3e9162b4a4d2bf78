import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { type Area, isOfArea } from '../../web/islands/define.ts';
import { filesUnder, read, sourcesUnder } from './files.ts';

const sources = new Map(sourcesUnder('web'));
const keysIn = (path: string) => [...read(path).matchAll(/^ {2}'([\w.-]+)':/gm)].map(([, key = '']) => key);
/** The files of the English catalogue, by name. */
const catalogue = filesUnder('shared/messages/en').map(
  (path) => [posix.basename(path, '.ts'), keysIn(path)] as const,
);
const areasIn = (list = '') => (list.match(/[a-z-]+/g) ?? []) as Area[];
const areasOf = (text: string) => text.match(/name: '[\w-]+',\s*areas: \[([^\]]*)\]/)?.[1];
const spoken =
  /['`]((?:common|error|validation|status|role|public|booking|account|staff|doctor|admin|logs|offer|notice|plans|privacy|connections|merge)\.[\w.-]*)(\$\{)?/g;

/** Catalogue files that contain the keys used in a file. */
function filesSpokenIn(text: string): string[] {
  const keys = [...text.matchAll(spoken)].map(([, key = '', more]) => ({ key, more }));
  return catalogue
    .filter(([, own]) =>
      keys.some(({ key, more }) => (more ? own.some((one) => one.startsWith(key)) : own.includes(key))),
    )
    .map(([name]) => name);
}

/** Imports of a file, with the areas that `loadWithMessages` loads together with it. */
function importsOf(path: string, text: string): { from: string; areas: Area[] }[] {
  const loadWithMessages = /loadWithMessages\(\s*\[([^\]]*)\],\s*\(\) =>\s*import\('([^']+)'/g;
  const own = [...text.matchAll(loadWithMessages)].map(([, list, from = '']) => ({
    from,
    areas: areasIn(list),
  }));
  const plain = [
    ...text
      .replaceAll(loadWithMessages, '')
      .matchAll(/(?:^(?:import|export) (?!type )[^;']*from|\bimport\(|^import)\s*'([^']+)'/gm),
  ].map(([, from = '']) => ({ from, areas: [] as Area[] }));
  return [...own, ...plain].map(({ from, areas }) => ({
    from: from.startsWith('#') ? from.slice(1) : posix.join(posix.dirname(path), from),
    areas,
  }));
}

/** All files that an island loads, each with the areas loaded on every path to it. */
function broughtBy(island: string, areas: readonly Area[]): Map<string, ReadonlySet<Area>> {
  const found = new Map<string, ReadonlySet<Area>>();
  const enter = (path: string, fetched: ReadonlySet<Area>): void => {
    const text = sources.get(path);
    if (text === undefined || (path !== island && path.endsWith('.island.tsx'))) return;
    const known = found.get(path);
    const has = known ? new Set([...known].filter((area) => fetched.has(area))) : fetched;
    if (known?.size === has.size) return;
    found.set(path, has);
    for (const { from, areas: more } of importsOf(path, text)) enter(from, new Set([...has, ...more]));
  };
  enter(island, new Set(areas));
  return found;
}

const islands = [...sources.keys()].filter((path) => path.endsWith('.island.tsx'));

test.each(islands)('%s loads every catalogue area that its parts use', (island) => {
  const text = sources.get(island) ?? '';
  // For an island that is opened on demand, the areas are in the file that opens it.
  const besides = importsOf(island, text).map(({ from }) =>
    /^web\/islands\/|\/open-[\w-]+\.ts$/.test(from) ? sources.get(from) : '',
  );
  const list = [text, ...besides].map((one) => areasOf(one ?? '')).find((one) => one !== undefined);
  const missing = [...broughtBy(island, areasIn(list))].flatMap(([path, fetched]) =>
    filesSpokenIn(sources.get(path) ?? '')
      .filter((file) => ![...fetched].some((area) => isOfArea(file, area)))
      .map((file) => `${path} uses "${file}"`),
  );
  expect(missing).toEqual([]);
});

test('a missing area is found', () => {
  const island = 'web/features/appointments/booking/booking.island.tsx';
  expect(islands.length).toBeGreaterThan(30);
  const spokenFiles = [...broughtBy(island, []).keys()].flatMap((path) =>
    filesSpokenIn(sources.get(path) ?? ''),
  );
  expect(spokenFiles).toContain('booking');
  expect([...broughtBy(island, []).keys()].length).toBeGreaterThan(20);
});

test('the browser never uses a message that only the server has', () => {
  const keys = keysIn('shared/messages/en/errors-answers.ts');
  expect(keys.length).toBeGreaterThan(10);
  const wrong = sourcesUnder('web', 'shared')
    .filter(([path]) => !path.startsWith('shared/messages/') && path !== 'shared/errors.ts')
    .flatMap(([path, text]) =>
      keys.filter((key) => text.includes(`'${key}'`)).map((key) => `${path}: ${key}`),
    );
  expect(wrong).toEqual([]);
});
