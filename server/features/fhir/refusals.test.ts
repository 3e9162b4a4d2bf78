import { PassThrough } from 'node:stream';
import Fastify from 'fastify';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createApiKey } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { fhirRoutes } from './routes.ts';

const clinic = await createTestApp();
const { deps } = clinic;
beforeEach(() => clinic.reset());
afterAll(clinic.close);

test('a rejection is logged with its code and the key’s id, without the request', async () => {
  const key = await createApiKey(clinic, { scopes: ['system/Patient.rs'] });
  const { rows } = await deps.database.pool.query('select id from api_keys');
  const stream = new PassThrough();
  const app = Fastify({ logger: { level: 'info', stream } });
  app.decorateRequest('viewer', null);
  await fhirRoutes(app, deps);
  const ask = async (path: string, authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization };
    return (await app.inject({ url: `/fhir/R4${path}`, headers })).statusCode;
  };
  expect(await ask('/Appointment?status=Mona', `Bearer ${key}`)).toBe(403);
  expect(await ask('/Patient?surname=Mona', `Bearer ${key}`)).toBe(400);
  expect(await ask('/Patient?name=Mona', 'Bearer hakima_nothing')).toBe(401);
  expect(await ask('/Patient?name=Mona')).toBe(401);
  expect(await ask('/Patient?name=Mona', `Bearer ${key}`)).toBe(200);
  await app.close();
  const lines = String(stream.read())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => !/request/.test(msg));
  const { id } = rows[0];
  expect(lines.map(({ msg, code, key: of }) => [msg, code, of])).toEqual([
    ['refused', 'scope_missing', id],
    ['refused', 'not_understood', id],
    ['refused', 'key_refused', undefined],
    ['refused', 'not_signed_in', undefined],
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/Mona|hakima_/);
});
