import { readdirSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { currentUser } from '#shared/contract/accounts.ts';
import { changeAppointment } from '#shared/contract/appointments.ts';
import { createUpload } from '#shared/contract/uploads.ts';
import { endpointsOf } from './contract-in-browser.ts';

const here = (noun: string) => {
  const path = `shared/contract/${noun}.ts`;
  return endpointsOf(path, readFileSync(path, 'utf8'));
};
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

test('every endpoint of every contract can be read by itself, and says what it changes or shows', () => {
  const nouns = readdirSync('shared/contract', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replace('.ts', ''));
  for (const noun of nouns)
    for (const [name, text] of here(noun))
      expect(read(text), `${noun}: ${name}`).toMatchObject({
        path: expect.stringMatching(/^\/api\//),
        [/method: 'GET'/.test(text) ? 'shows' : 'changes']: expect.any(Object),
      });
});
