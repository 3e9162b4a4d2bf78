import { expect, test } from 'vitest';
import { documents } from './documents.ts';

const says = (files: Record<string, string>) =>
  documents(new Map(Object.entries(files))).map((complaint) => complaint.says);

test('what a document names is there', () => {
  const house = { 'package.json': '{"scripts":{"start":"x"}}', 'server/app.ts': '' };
  const read = (text: string) => says({ ...house, 'README.md': text });
  expect(read('`npm run fly`, `npm test`')).toHaveLength(2);
  expect(read('see `server/nowhere.ts` and [this](docs/gone.md)')).toHaveLength(2);
  expect(
    read(
      '`npm start`, `server/app.ts`, `server/`, `server/features/<noun>/`, [app](server/app.ts#top), [web](https://example.org)',
    ),
  ).toEqual([]);
});

test('decisions and migrations are numbered without gaps, decisions in their titles too', () => {
  const one = { 'package.json': '{}', 'docs/decisions/001-a.md': '# 001 A' };
  expect(says(one)).toEqual([]);
  expect(says({ ...one, 'docs/decisions/003-c.md': '# 003 C' })).toEqual(['the next number is 002']);
  expect(says({ ...one, 'docs/decisions/001-b.md': '# 001 B' })).toHaveLength(1);
  expect(says({ ...one, 'docs/decisions/002-b.md': '# 003 B' })).toHaveLength(1);
  const first = { 'package.json': '{}', 'server/db/migrations/0001-a.sql': '' };
  expect(says(first)).toEqual([]);
  expect(says({ ...first, 'server/db/migrations/0001-b.sql': '' })).toEqual(['the next number is 0002']);
});
