import { expect, test } from 'vitest';
import { createBareApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { clientAddress } from './client-address.ts';

async function seen(trusted: string | undefined, forwarded: string): Promise<string> {
  const app = createBareApp(readConfig({ LOG_LEVEL: 'silent', TRUST_PROXY: trusted }));
  app.get('/', async (request) => clientAddress(request));
  const answer = await app.inject({
    url: '/',
    remoteAddress: '127.0.0.1',
    headers: { 'x-forwarded-for': forwarded },
  });
  await app.close();
  return answer.body;
}

test('an address claimed by the caller is ignored, and only the configured proxies are trusted', async () => {
  expect(await seen(undefined, '203.0.113.9')).toBe('127.0.0.1');
  for (const trusted of ['true', '1', '127.0.0.1', 'loopback, 10.0.0.0/8']) {
    expect(await seen(trusted, '198.51.100.1, 203.0.113.9'), trusted).toBe('203.0.113.9');
  }
  expect(await seen('2', '198.51.100.1, 203.0.113.9')).toBe('198.51.100.1');
  expect(await seen('10.0.0.0/8', '203.0.113.9')).toBe('127.0.0.1');
});

test('ports, zones and brackets are removed, and anything but an address is ignored', async () => {
  const written = [
    ['203.0.113.9:5678', '203.0.113.9'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
    ['unknown', '127.0.0.1'],
    ['_hidden', '127.0.0.1'],
    ['1.2.3.4.5', '127.0.0.1'],
  ];
  for (const [text = '', address] of written) expect(await seen('1', text), text).toBe(address);
});

test('a disconnected caller has no address, which is no error', () => {
  expect(clientAddress({ ip: undefined, socket: {} })).toBe('0.0.0.0');
});

test('TRUST_PROXY accepts addresses or a number of hops only', () => {
  for (const TRUST_PROXY of ['yes', 'proxy.example', '10.0.0.0/33', '0', '127.0.0.1,all', '999']) {
    expect(() => readConfig({ TRUST_PROXY }), TRUST_PROXY).toThrow('TRUST_PROXY');
  }
});
