import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { freePort } from './free-port.mjs';
import { endGroup, isInstalled, root } from './processes.mjs';
import { startNginx, writeNginxConfig } from './proxies.ts';

const folder = mkdtempSync(join(tmpdir(), 'hakima-nginx-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('nginx and Caddy answer for a server that does not run with the same sentences', () => {
  const [nginx, caddy] = ['deploy/nginx.conf', 'deploy/compose/Caddyfile'].map((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\{"[^}]*\}/g)].map(([body]) => JSON.parse(body)),
  );
  expect(nginx).toEqual([{ code: 'busy', message: expect.any(String) }, { message: expect.any(String) }]);
  expect(caddy).toEqual(nginx);
});

test.runIf(isInstalled('nginx'))('nginx takes the site of the first day', () => {
  const certificates = join(root, 'server/testing/certificates');
  const file = writeNginxConfig(folder, (site) =>
    site
      .replace(/\/etc\/letsencrypt\S+fullchain\.pem/, join(certificates, 'right.pem'))
      .replace(/\/etc\/letsencrypt\S+privkey\.pem/, join(certificates, 'key.pem')),
  );
  const { status, stderr } = spawnSync('nginx', ['-t', '-p', folder, '-c', file], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
});

test.runIf(isInstalled('nginx'))(
  'nginx replaces a forged X-Forwarded-For, passes events on, and has only those writes repeated that were not sent',
  async () => {
    const clinic = createServer(async (request, response) => {
      // Events of a stream that stays open.
      if (request.url === '/live')
        return void response.writeHead(200, { 'x-accel-buffering': 'no' }).write('data: 1\n\n');
      const body = await text(request);
      if (request.url === '/dies') return void request.socket.destroy();
      response.end(JSON.stringify({ ...request.headers, received: body.length }));
    });
    await new Promise<void>((done) => clinic.listen(0, '127.0.0.1', done));
    const port = await freePort();
    const nginx = startNginx(folder, port, (clinic.address() as AddressInfo).port);
    const ended = once(nginx, 'exit');
    const open = async (method: string, path: string, body = ''): Promise<IncomingMessage> => {
      const headers = { 'x-forwarded-for': '203.0.113.9' };
      const request = sendRequest({ method, path, port, host: '127.0.0.1', headers, agent: false }).end(body);
      return ((await once(request, 'response')) as [IncomingMessage])[0];
    };
    const ask = async (method = 'GET', path = '/', body = '') => {
      const response = await open(method, path, body);
      return {
        status: response.statusCode,
        headers: response.headers,
        body: JSON.parse(await text(response)),
      };
    };
    try {
      const status = () =>
        ask().then(
          (answer) => answer.status,
          () => 0,
        );
      await expect.poll(status, { timeout: 15_000 }).toBe(200);
      const megabyte = 'x'.repeat(1_000_000);
      expect((await ask('POST', '/', megabyte)).body).toMatchObject({
        'x-forwarded-for': '127.0.0.1',
        received: megabyte.length,
      });
      const live = await open('GET', '/live');
      expect(String((await once(live, 'data'))[0])).toBe('data: 1\n\n');
      live.destroy();
      const lost = await ask('POST', '/dies', '{}');
      expect(lost).toMatchObject({
        status: 502,
        body: { message: expect.stringContaining('Check whether') },
      });
      expect(lost.body).not.toHaveProperty('code');
      clinic.closeAllConnections();
      await new Promise((done) => clinic.close(done));
      expect(await ask('POST', '/?secret=1', '{}')).toMatchObject({
        status: 503,
        headers: { 'retry-after': '1', 'content-type': 'application/json' },
        body: { code: 'busy', message: expect.stringContaining('restarting') },
      });
      for (const log of ['hakima.log', 'hakima-errors.log'])
        expect(readFileSync(join(folder, log), 'utf8')).not.toContain('secret');
    } finally {
      endGroup(nginx);
      await ended;
      clinic.close();
    }
  },
);
