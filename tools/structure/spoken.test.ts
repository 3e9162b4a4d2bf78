import { expect, test } from 'vitest';
import { dictionaries } from '../../shared/messages/dictionaries.ts';
import { code, readTree } from './tree.ts';

const isCatalogue = /^shared\/messages\/(en|ar)\//;

/** `status.${status}` speaks every word below; a whole area is never spoken so. */
const pieced = /[`']((?:status|role|error|[a-z]+\.[\w.-]+)\.)\$\{/g;

test('every word of the catalogues is spoken by somebody', () => {
  const text = code(readTree(`${import.meta.dirname}/../..`), 'web', 'server', 'shared', 'tools')
    .filter(([path]) => !isCatalogue.test(path))
    .map(([, said]) => said)
    .join('\n');
  const named = new Set([...text.matchAll(/['"`]([a-z]+\.[\w.-]+)['"`]/g)].map(([, key]) => key));
  const begun = [...new Set([...text.matchAll(pieced)].map(([, start = '']) => start))];
  const silent = Object.keys(dictionaries.en)
    // shared/domain/message-kinds.test.ts keeps these and the kinds of messages the same.
    .filter((key) => !/^mail\.\w+\.(subject|body|short)$/.test(key))
    .filter((key) => !named.has(key) && !begun.some((start) => key.startsWith(start)));
  expect(silent).toEqual([]);
});
