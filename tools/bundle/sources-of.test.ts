import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from '@tailwindcss/node';
import { Scanner } from '@tailwindcss/oxide';
import { expect, test } from 'vitest';
import { root } from '../set-up/processes.mjs';
import { drawnIn, namedSources } from './sources-of.ts';

const base = join(root, 'web/styles');
const written = (look: string) => readFileSync(join(base, `${look}.css`), 'utf8');

async function utilitiesOf(text: string): Promise<Set<string>> {
  const { sources, build } = await compile(text, { base, onDependency: () => undefined });
  const css = build(new Scanner({ sources }).scan());
  const utilities = css.slice(css.lastIndexOf('@layer utilities'));
  return new Set(
    [...utilities.matchAll(/^\s*\.((?:\\.|[\w-])+)/gm)].map(([, name = '']) => name.replace(/\\(.)/g, '$1')),
  );
}
const namedIn = (text: string) => new Scanner({}).scanFiles([{ content: text, extension: 'tsx' }]);

/** What is drawn without its styles fails nowhere: it looks wrong. */
test.each([
  ['public', 'appointments/wishing/wish-fields.tsx', 'homepage/splash.tsx', 'patients/family/cared-card.tsx'],
  ['account', 'patients/family/cared-card.tsx', 'offers/offer-card.tsx', 'homepage/splash.tsx'],
] as const)(
  'what pages of the look “%s” draw with has its styles there, and no more',
  async (look, ...some) => {
    const files = drawnIn(look);
    const [first, second, elsewhere] = some.map((path) => `web/features/${path}`);
    expect([...files.keys()]).toEqual(expect.arrayContaining([first, second]));
    expect(files.has(elsewhere ?? '')).toBe(false);
    const all = await utilitiesOf(written('app'));
    const there = await utilitiesOf(namedSources(written(look), look));
    expect([all.size > 900, there.size > 500, there.size < all.size]).toEqual([true, true, true]);
    const named = new Set([...files.values()].flatMap(namedIn));
    expect([...named].filter((name) => all.has(name) && !there.has(name))).toEqual([]);
    expect([...there].filter((name) => !named.has(name))).toEqual([]);
  },
);
