import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ComponentType, createElement, type SVGProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { icon } from '#web/ui/drawings/icon.ts';
import { root } from '../set-up/processes.mjs';
import { withoutKeys } from './direct-imports.ts';

const icons = join(root, 'node_modules/lucide-react/dist/esm/icons');

interface Said extends SVGProps<SVGSVGElement> {
  size?: number;
}

/** What is drawn, its attributes in one order. */
const drawn = (Icon: ComponentType<Said>, said: Said) =>
  renderToStaticMarkup(createElement(Icon, said)).replace(/<svg ([^>]*)>/, (_, attributes: string) =>
    (attributes.match(/[\w-]+="[^"]*"/g) ?? []).toSorted().join(' '),
  );

// The server draws with lucide-react itself: a browser that drew otherwise would not find its own page.
test.each(['check', 'house', 'circle-question-mark', 'user-round'])(
  '%s is the picture of lucide-react',
  async (name) => {
    const { default: theirs, __iconData: data } = await import(join(icons, `${name}.mjs`));
    const ways: Said[] = [
      {},
      { size: 18, strokeWidth: 1.7, 'aria-hidden': true },
      { className: 'a', role: 'img' },
    ];
    for (const said of ways) expect(drawn(icon(data), said)).toBe(drawn(theirs, said));
  },
);

test('an icon has all of its lines in the browser, and no keys', () => {
  const whole = readFileSync(join(icons, 'sun.mjs'), 'utf8');
  const bare = withoutKeys(whole);
  expect(bare).not.toContain('key:');
  expect(bare.match(/ d: "/g)).toHaveLength(whole.match(/ d: "/g)?.length ?? 0);
  expect(bare).toContain('["path", { d: "M12 2v2" }]');
});
