import { expect, test } from 'vitest';
import { dictionaries } from '../../shared/messages/dictionaries.ts';
import { filesUnder, read, sourcesUnder } from './files.ts';

type Sentence = string | Readonly<Record<string, string>>;
const english: [string, Sentence][] = Object.entries(dictionaries.en);
const arabic = new Map<string, Sentence>(Object.entries(dictionaries.ar));
const forms = (sentence: Sentence = '') =>
  typeof sentence === 'string' ? [sentence] : Object.values(sentence);
const placeholders = (sentence: Sentence | undefined) =>
  [...new Set(forms(sentence).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();

test('both catalogues have the same keys, each once', () => {
  expect(english.length).toBeGreaterThan(1000);
  expect([...arabic.keys()].sort()).toEqual(english.map(([key]) => key).sort());
  for (const lang of ['en', 'ar'] as const) {
    const keys = filesUnder(`shared/messages/${lang}`).flatMap((path) =>
      [...read(path).matchAll(/^ {2}'([\w.-]+)':/gm)].map(([, key = '']) => key),
    );
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
  }
});

test('a text has the same placeholders in both languages', () => {
  for (const [key, sentence] of english)
    expect(placeholders(arabic.get(key)), key).toEqual(placeholders(sentence));
});

test('no Arabic text is still English', () => {
  const same = english.filter(([key, sentence]) =>
    forms(sentence).some(
      (form) => /\p{L}+ \p{L}+/u.test(form) && forms(arabic.get(key) ?? '').includes(form),
    ),
  );
  expect(same).toEqual([]);
});

test('every key is used', () => {
  const code = sourcesUnder('web', 'server', 'shared', 'tools')
    .filter(([path]) => !/^shared\/messages\/(en|ar)\//.test(path))
    .map(([, text]) => text)
    .join('\n');
  const whole = new Set([...code.matchAll(/['"`]([a-z]+\.[\w.-]+)['"`]/g)].map(([, key]) => key));
  /** `status.${status}` uses every key with this prefix. */
  const begun = [...code.matchAll(/[`']((?:status|role|error|[a-z]+\.[\w.-]+)\.)\$\{/g)].map(
    ([, start = '']) => start,
  );
  const unused = english
    .map(([key]) => key)
    // shared/domain/message-kinds.test.ts checks these keys.
    .filter((key) => !/^mail\.\w+\.(subject|body|short)$/.test(key))
    .filter((key) => !whole.has(key) && !begun.some((start) => key.startsWith(start)));
  expect(unused).toEqual([]);
});
