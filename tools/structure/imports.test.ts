import { expect, test } from 'vitest';
import { sourcesUnder } from './files.ts';

// Import rules that are fixed patterns are in .oxlintrc.json (no-restricted-imports).

const importsOf = (text: string): string[] =>
  [...text.matchAll(/(?:\bfrom|\bimport\(?)\s*'([^']+)'/g)].map(([, from = '']) => from);

test('a feature of the server imports only queries, actions or request guards of another', () => {
  const sources = sourcesUnder('server/features');
  expect(sources.length).toBeGreaterThan(100);
  const wrong = sources.flatMap(([path, text]) => {
    const own = path.split('/')[2];
    return importsOf(text)
      .filter((from) => from.startsWith('#server/features/') && !from.startsWith(`#server/features/${own}/`))
      .filter((from) => !/(?:\/|-)(?:queries|actions|guards)\.ts$/.test(from))
      .map((from) => `${path}: ${from}`);
  });
  expect(wrong).toEqual([]);
});

test('lazily loaded parts use lazyPart, which retries a lost file', () => {
  const lazy = sourcesUnder('web').filter(([, text]) =>
    /import \{[^}]*\blazy\b[^}]*\} from 'react'/.test(text),
  );
  expect(lazy.map(([path]) => path)).toEqual(['web/ui/overlay/lazy-part.tsx']);
});
