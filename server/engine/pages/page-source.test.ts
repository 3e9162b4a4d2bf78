import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PageRequest } from '#shared/page.ts';
import { exchange } from '../../../tools/set-up/builds.mjs';
import { builtPages } from './page-source.ts';

test('what was open before another build took the place of its own draws first pages with its own', async () => {
  const home = mkdtempSync(join(tmpdir(), 'hakima-pages-'));
  const [dist, build] = [join(home, 'dist'), join(home, 'build')];
  const make = (says: string) => {
    const write = (file: string, text: string) => writeFileSync(join(build, file), text);
    for (const folder of ['web', 'pages']) mkdirSync(join(build, folder, '.vite'), { recursive: true });
    const web = { 'web/entry-client.ts': { file: 'a.js' }, 'web/styles/app.css': { file: 'a.css' } };
    write('web/.vite/manifest.json', JSON.stringify(web));
    write('web/.vite/files-of.json', '{}');
    const drawing = { 'web/entry-server.tsx': { file: `entry-server-${says}.js` } };
    write('pages/.vite/manifest.json', JSON.stringify(drawing));
    write(`pages/entry-server-${says}.js`, `exports.renderPage = () => ({ html: '${says}' });`);
    exchange(dist, build);
    return builtPages(dist);
  };
  const first = make('first');
  const second = make('second');
  const asked = {} as PageRequest;
  expect([await first.render(asked), await second.render(asked)]).toEqual([
    { html: 'first' },
    { html: 'second' },
  ]);
  rmSync(home, { recursive: true });
});
