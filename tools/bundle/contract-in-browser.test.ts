import { readdirSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { currentUser } from '#shared/contract/accounts.ts';
import { changeAppointment } from '#shared/contract/appointments.ts';
import { keyLifetimes } from '#shared/contract/connections/api-keys.ts';
import { mostWaiting } from '#shared/contract/insights.ts';
import { createUpload } from '#shared/contract/uploads.ts';
import { bareOf } from './contract-in-browser.ts';

const here = (noun: string) => {
  const path = `shared/contract/${noun}.ts`;
  return bareOf(path, readFileSync(path, 'utf8'));
};
const endpointsOf = (noun: string) => [...here(noun)].filter(([, text]) => text.startsWith('{'));
const read = (text = ''): object => runInNewContext(`(${text})`) as object;

test('an endpoint in the browser says where it is called and what it changes or shows, and no schema', () => {
  const { method, path, changes } = changeAppointment;
  expect(read(here('appointments').get('changeAppointment'))).toEqual({ method, path, changes });
  expect(read(here('accounts').get('currentUser'))).toEqual({
    method: 'GET',
    path: currentUser.path,
    shows: currentUser.shows,
  });
});

test('which files an upload takes is asked for before it is sent', () => {
  expect(read(here('uploads').get('createUpload'))).toMatchObject({ binaryBody: createUpload.binaryBody });
});

test('a limit or a list of words is there without the schemas beside it, and nothing else is', () => {
  expect(here('insights').get('mostWaiting')).toBe(String(mostWaiting));
  expect(read(here('connections/api-keys').get('keyLifetimes'))).toEqual([...keyLifetimes]);
  expect(here('users').has('userSchema')).toBe(false);
});

test('every endpoint of every contract can be read by itself, and says what it changes or shows', () => {
  const nouns = readdirSync('shared/contract', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replace('.ts', ''));
  for (const noun of nouns)
    for (const [name, text] of endpointsOf(noun))
      expect(read(text), `${noun}: ${name}`).toMatchObject({
        path: expect.stringMatching(/^\/api\//),
        [/method: 'GET'/.test(text) ? 'shows' : 'changes']: expect.any(Object),
      });
});
