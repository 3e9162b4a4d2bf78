import { expect, test } from 'vitest';
import { read } from './files.ts';

const { version } = JSON.parse(read('package.json')) as { version: string };
const entries = read('CHANGELOG.md')
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ version: text.split(' ', 1)[0], text }));

test('the newest entry of the changelog is the version of package.json', () => {
  expect(entries[0]?.version).toBe(version);
});

test('every version says what to do when upgrading and how to go back', () => {
  for (const { version: name, text } of entries) {
    expect(text, name).toContain('**When upgrading**');
    expect(text, name).toMatch(/\*\*Way back\*\*: (image only|needs the backup)\./);
  }
});
