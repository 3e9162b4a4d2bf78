import { expect, test } from 'vitest';
import { dictionaries } from '#shared/messages/dictionaries.ts';
import { enCopy } from '#shared/messages/en/copy.ts';
import { enErrorsAnswers } from '#shared/messages/en/errors-answers.ts';
import { enMail } from '#shared/messages/en/mail.ts';
import { files as arabicFiles } from './words-ar.ts';
import { files as englishFiles } from './words-en.ts';

const serverOnly = { ...enMail, ...enCopy, ...enErrorsAnswers };

test.each([
  ['en', englishFiles],
  ['ar', arabicFiles],
] as const)('browsers can load every text of “%s” that is not only for the server', async (lang, files) => {
  const loaded = await Promise.all(Object.values(files).map((load) => load()));
  const texts = loaded.flatMap((file) => Object.values(file).flatMap((part) => Object.keys(part)));
  const expected = Object.keys(dictionaries[lang]).filter((key) => !(key in serverOnly));
  expect(texts.sort()).toEqual(expected.sort());
});
