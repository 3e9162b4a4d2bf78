import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { Refusal } from '#shared/errors.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({}, (app) => {
    for (const path of ['/somewhere', '/ar/somewhere', '/broken'])
      app.get(path, () => {
        if (path === '/broken') throw new Error('unforeseen');
        throw new Refusal('unavailable');
      });
  });
});
afterAll(() => t.close());

const asPage = { accept: 'text/html,application/xhtml+xml' };

test('a visitor gets a page in her language while the database is down, never JSON', async () => {
  for (const [path, lang] of [
    ['/somewhere', 'en'],
    ['/ar/somewhere', 'ar'],
  ]) {
    const answer = await t.call('GET', path as string, { headers: asPage });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.body).toContain(`<html lang="${lang}"`);
    // The policy allows its script and its style by hash, nothing else.
    expect(answer.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-/);
  }
  expect((await t.call('GET', '/broken', { headers: asPage })).body).toContain('<html lang="en"');
  expect((await t.call('GET', '/somewhere')).json().code).toBe('unavailable');
});

test('an upload that is too large gets its error after it was received', async () => {
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  const { cookie } = await createSignedInUser(t, { role: 'admin' });
  const { port } = t.app.server.address() as AddressInfo;
  const size = 9 * 1024 * 1024;
  const heard = await new Promise<string>((done, fail) => {
    let text = '';
    const socket = connect(port, '127.0.0.1');
    socket.on('error', fail);
    socket.on('data', (part) => (text += part.toString()));
    socket.on('close', () => done(text));
    socket.write(
      `POST /api/uploads HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncookie: ${cookie}\r\n` +
        `content-type: image/png\r\ncontent-length: ${size}\r\n\r\n`,
    );
    for (let sent = 0; sent < size; sent += 65_536) socket.write(Buffer.alloc(Math.min(65_536, size - sent)));
  });
  expect(heard).toMatch(/^HTTP\/1\.1 413 /);
  expect(heard).toContain('"too_large"');
});
