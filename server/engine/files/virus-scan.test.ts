import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { scanForViruses } from './virus-scan.ts';

/** Behaves like clamd: reports a finding if the text contains the word. */
const word = 'X5O!P%@AP';
let seen: Buffer[] = [];
let says: (shown: Buffer) => string | null = (shown) =>
  shown.includes(word) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0';
const clamd = (): Server =>
  createServer((socket) => {
    let sent = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      sent = Buffer.concat([sent, bytes]);
      const command = 'zINSTREAM\0';
      const parts: Buffer[] = [];
      for (let at = command.length; at + 4 <= sent.length; ) {
        const length = sent.readUInt32BE(at);
        if (length === 0) {
          expect(sent.subarray(0, command.length).toString()).toBe(command);
          const shown = Buffer.concat(parts);
          seen.push(shown);
          const answer = says(shown);
          if (answer === null) socket.destroy();
          else socket.end(answer);
          return;
        }
        parts.push(sent.subarray(at + 4, at + 4 + length));
        at += 4 + length;
      }
    });
  });

const usual = says;
let byPort: Server;
let t: TestApp;
let cookie = '';
beforeAll(async () => {
  byPort = clamd();
  await new Promise<void>((ready) => byPort.listen(0, '127.0.0.1', ready));
  const { port } = byPort.address() as AddressInfo;
  t = await createTestApp({ CLAMD_URL: `tcp://127.0.0.1:${port}` });
});
beforeEach(async () => {
  await t.reset();
  seen = [];
  says = usual;
  ({ cookie } = await createSignedInUser(t, { role: 'admin' }));
});
afterAll(async () => {
  await t.close();
  await new Promise((closed) => byPort.close(closed));
});

const send = async (url: string, payload: Buffer, type: string) => {
  const answer = await t.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': type, cookie },
  });
  return [answer.statusCode, answer.json().code];
};
const list = (text: string) => send('/api/imports?name=old.csv', Buffer.from(text), 'text/csv');
const rows = async (table: string) =>
  (await t.deps.database.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;

test('uploads are scanned completely before they are stored, and rejected if the scanner finds something', async () => {
  const picture = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#b5476a' } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  expect(await send('/api/uploads', picture, 'image/png')).toEqual([201, undefined]);
  expect(seen[0]?.equals(picture), 'more than one piece').toBe(true);
  expect(picture.length).toBeGreaterThan(1_000_000);
  expect(await list(`Name\nMona\n`)).toEqual([201, undefined]);
  expect(await list(`Name\n${word}\n`)).toEqual([422, 'harmful_file']);
  expect(await send('/api/uploads', Buffer.from(word), 'image/png')).toEqual([422, 'harmful_file']);
  expect([await rows('uploads'), await rows('imports')]).toEqual([1, 1]);
});

test('uploads are rejected while the scanner is unreachable or gives no clear answer', async () => {
  for (const answer of [null, '', 'INSTREAM size limit exceeded. ERROR\0', 'stream: OK and more\0']) {
    says = () => answer;
    expect(await list('Name\nMona\n'), String(answer)).toEqual([503, 'unavailable']);
  }
  expect(await rows('imports')).toBe(0);
});

test('the scanner may listen on a Unix socket, and without one nothing is scanned', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clam d-'));
  const bySocket = clamd();
  await new Promise<void>((ready) => bySocket.listen(join(folder, 'clamd.sock'), ready));
  const log = { warn: () => undefined };
  const address = `unix:${join(folder, 'clamd.sock')}`;
  await scanForViruses({ CLAMD_URL: address }, log, Buffer.from('quiet'));
  await expect(scanForViruses({ CLAMD_URL: address }, log, Buffer.from(word))).rejects.toThrow(
    'harmful_file',
  );
  await new Promise((closed) => bySocket.close(closed));
  await expect(scanForViruses({ CLAMD_URL: address }, log, Buffer.from('quiet'))).rejects.toThrow(
    'unavailable',
  );
  await scanForViruses({ CLAMD_URL: undefined }, log, Buffer.from(word));
  for (const wrong of ['unix://var/run/clamd.sock', 'unix:clamd.sock', 'tcp://clamd', 'clamd'])
    expect(() => readConfig({ CLAMD_URL: wrong }), wrong).toThrow('CLAMD_URL');
  rmSync(folder, { recursive: true });
});
