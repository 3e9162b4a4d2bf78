import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { lazyPreloaded } from './lazy-preloaded.tsx';

test('a loaded part is rendered at once, and nothing in place of others', async () => {
  const Part = lazyPreloaded(async () => ({ of }: { of: string }) => <p>{of}</p>);
  expect(renderToStaticMarkup(<Part of="Mona" />)).not.toContain('Mona');
  await new Promise((done) => setTimeout(done));
  expect(renderToStaticMarkup(<Part of="Mona" />)).toBe('<p>Mona</p>');
});
