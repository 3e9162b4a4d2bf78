import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Lang } from '#shared/domain/languages.ts';
import { dictionaries } from '#shared/messages/dictionaries.ts';
import { dropUnusedFontFaces } from '#web/pages/font-faces.ts';
import { cuts, fontOf, lettersOf } from './cut-fonts.mjs';

const styles = readFileSync('web/styles/fonts.css', 'utf8');
const rangeOf = (name: string): string =>
  new RegExp(`/${name}\\.woff2[^}]*unicode-range:([^;]+);`).exec(styles)?.[1] ?? '';

test('every font file has its letters in the style sheet', () => {
  for (const { name, letters } of cuts) expect(lettersOf(rangeOf(name)), name).toBe(lettersOf(letters));
});

test('a page loads exactly the fonts of its language', () => {
  const tokens = readFileSync('web/styles/tokens.css', 'utf8');
  const named = (text: string) =>
    new Set(
      [...text.matchAll(/--face-(?:text|display):([^;]+);/g)].flatMap(([, list = '']) =>
        list.match(/"[^"]+"/g),
      ),
    );
  for (const [lang, text] of [
    ['en', tokens.slice(0, tokens.indexOf(':root:lang(ar)'))],
    ['ar', tokens.slice(tokens.indexOf(':root:lang(ar)'))],
  ] as const) {
    const there = new Set(dropUnusedFontFaces(styles, lang).match(/(?<=font-family: )"[^"]+"/g));
    expect([...there].filter((face) => !named(text).has(face))).toEqual([]);
    const ours = new Set(styles.match(/(?<=font-family: )"[^"]+"/g));
    expect([...named(text)].filter((face) => face && ours.has(face) && !there.has(face))).toEqual([]);
  }
});

test('the committed fonts are those that the command makes', async () => {
  for (const each of cuts.filter(({ name }) => !name.endsWith('-more')))
    expect((await fontOf(each)).equals(readFileSync(`web/styles/fonts/${each.name}.woff2`)), each.name).toBe(
      true,
    );
}, 30_000);

test('no text of ours needs more than the first file of a font', () => {
  const written = (lang: Lang) =>
    new Set(
      Object.entries(dictionaries[lang])
        // Terminals use their own font.
        .filter(([key]) => !key.startsWith('console.'))
        .flatMap(([, phrase]) =>
          Array.from(
            Object.values(phrase)
              .join('')
              .replace(/\{\w+\}/g, ''),
          ).filter((letter) => !/[\s\p{Cf}]/u.test(letter)),
        ),
    );
  const first = (...names: string[]) =>
    new Set(names.flatMap((name) => [...lettersOf(cuts.find((cut) => cut.name === name)?.letters ?? '')]));
  // None of our faces contains the sign of the Enter key.
  const sign = '\u21b5';
  const latin = first('figtree-latin').add(sign);
  const both = first('figtree-latin', 'readex-pro-arabic').add(sign);
  // The word العربية is drawn as a picture in English pages.
  expect([...written('en')].filter((letter) => !latin.has(letter) && !'العربية'.includes(letter))).toEqual(
    [],
  );
  expect([...written('ar')].filter((letter) => !both.has(letter))).toEqual([]);
});
