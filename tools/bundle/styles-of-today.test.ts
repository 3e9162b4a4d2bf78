import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from '@tailwindcss/node';
import { expect, test } from 'vitest';
import { root } from '../set-up/processes.mjs';
import { forToday } from './styles-of-today.ts';

const base = join(root, 'web/styles');

test('what older browsers would get of Tailwind is left out, and all the rest stands', async () => {
  const text = readFileSync(join(base, 'public.css'), 'utf8');
  const { build } = await compile(text, { base, onDependency: () => undefined });
  const all = build(['bg-page/95', 'translate-x-2']);
  const css = forToday(all);
  expect(all).toMatch(/@supports \(color: color-mix/);
  expect(all).toContain('--tw-translate-x: 0;');
  expect(css).not.toMatch(/@supports|@layer properties \{/);
  expect(css).toMatch(/\.bg-page\\\/95 \{[^}]*color-mix\(in oklab, var\(--bg\) 95%/);
  expect(css).toContain('@property --tw-translate-x');
  expect(css.split('{').length).toBe(css.split('}').length);
});

test('a Tailwind that writes it in another way stops the build', () => {
  expect(() => forToday('.a { color: red }')).toThrow('Tailwind no longer writes');
});
