import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChild } from '#server/testing/child-process.ts';

/*
 * Receivers with certificates of a test authority: for `localhost`, for another host, and an expired one. The
 * authority's key was deleted; the certificates are valid for a hundred years.
 */
const certificates = new URL('../../../testing/certificates/', import.meta.url);
const pem = (name: string) => readFileSync(new URL(`${name}.pem`, certificates), 'utf8');
const authority = fileURLToPath(new URL('ca.pem', certificates));

const receivers = ['right', 'other-host', 'expired'] as const;
const servers: Server[] = [];
const urls: Record<string, string> = {};
const heard: string[] = [];
beforeAll(async () => {
  for (const name of receivers) {
    const server = createServer({ key: pem('key'), cert: pem(name) }, (request, answer) => {
      heard.push(name);
      request.resume().on('end', () => answer.writeHead(204).end());
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    urls[name] = `https://localhost:${(server.address() as AddressInfo).port}/`;
    servers.push(server);
  }
});
afterAll(() => Promise.all(servers.map((server) => new Promise((done) => server.close(done)))));

/** The result of a POST to each, by a process with the environment's trusted authorities. */
async function posted(env: Record<string, string>): Promise<Record<string, unknown>> {
  const child = await startChild(
    `
    import { postOutward } from '#server/engine/delivery/transports/public-address.ts';
    const became = {};
    for (const [name, url] of Object.entries(${JSON.stringify(urls)}))
      became[name] = await postOutward(
        { url, headers: { 'content-type': 'application/json' }, body: '{}', timeoutMs: 30_000 },
        { anywhere: true },
      ).catch((error) => error.code);
    console.log(JSON.stringify(became));`,
    env,
  );
  expect(await child.ended).toBe(0);
  return JSON.parse(child.output());
}

test('a webhook with a valid certificate is called over TLS, any other receives nothing', async () => {
  expect(await posted({ NODE_EXTRA_CA_CERTS: authority })).toEqual({
    right: 204,
    'other-host': 'ERR_TLS_CERT_ALTNAME_INVALID',
    expired: 'CERT_HAS_EXPIRED',
  });
  expect(await posted({ NODE_EXTRA_CA_CERTS: '' })).toMatchObject({
    right: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  });
  expect(heard).toEqual(['right']);
}, 120_000);
