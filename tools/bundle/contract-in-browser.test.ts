import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { currentUser } from '#shared/contract/accounts.ts';
import { changeAppointment } from '#shared/contract/appointments.ts';
import { keyLifetimes } from '#shared/contract/connections/api-keys.ts';
import type { Access, EndpointSpec } from '#shared/contract/endpoint.ts';
import { mostWaiting } from '#shared/contract/insights.ts';
import { createUpload } from '#shared/contract/uploads.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { root } from '../set-up/processes.mjs';
import { bareOf } from './contract-in-browser.ts';

const here = (noun: string) => {
  const path = `shared/contract/${noun}.ts`;
  return bareOf(path, readFileSync(path, 'utf8'));
};
const endpointsOf = (noun: string) => [...here(noun)].filter(([, { said }]) => said.startsWith('{'));
const read = (bare?: { said: string }): object => runInNewContext(`(${bare?.said ?? ''})`) as object;
const nouns = readdirSync('shared/contract', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace('.ts', ''));

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
  expect(here('insights').get('mostWaiting')?.said).toBe(String(mostWaiting));
  expect(read(here('connections/api-keys').get('keyLifetimes'))).toEqual([...keyLifetimes]);
  expect(here('users').has('userSchema')).toBe(false);
});

test('every endpoint of every contract can be read by itself, and says what it changes or shows', () => {
  for (const noun of nouns)
    for (const [name, bare] of endpointsOf(noun))
      expect(read(bare), `${noun}: ${name}`).toMatchObject({
        path: expect.stringMatching(/^\/api\//),
        [/method: 'GET'/.test(bare.said) ? 'shows' : 'changes']: expect.any(Object),
      });
});

test('what only the staff may call lies apart, whichever way that is written', async () => {
  const isStaffs = (access: Access) =>
    access !== 'public' && access !== 'signed-in' && access.every((role) => isStaff(role));
  for (const noun of nouns) {
    const file = join(root, `shared/contract/${noun}.ts`);
    const contract = (await import(file)) as Record<string, EndpointSpec>;
    for (const [name, { ofStaff }] of endpointsOf(noun))
      expect([name, ofStaff]).toEqual([name, isStaffs(contract[name]?.access ?? 'public')]);
  }
});
