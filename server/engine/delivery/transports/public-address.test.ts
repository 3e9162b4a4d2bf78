import type { LookupAddress } from 'node:dns';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isPublicAddress, lookupPublicAddress, PrivateAddressError, postOutward } from './public-address.ts';

describe('an address', () => {
  test.each(['93.184.216.34', '8.8.8.8', '2606:2800:220:1::1', '::ffff:8.8.8.8'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
  test.each([
    ['this machine', ['127.0.0.1', '127.8.8.8', '::1', '0.0.0.0', '::']],
    ['a private network', ['10.1.2.3', '172.16.0.1', '192.168.1.1', 'fc00::1', 'fd12::1', 'fec0::1']],
    ['a link', ['169.254.169.254', 'fe80::1']],
    ['of a provider, or of tests', ['100.64.0.1', '198.18.0.1', '192.0.2.1', '2001:db8::1', '240.0.0.1']],
    ['one of those, mapped', ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::127.0.0.1']],
    ['wrapped', ['64:ff9b::7f00:1', '2002:7f00:1::', '2001:0:7f00:1::', '::ffff:0:127.0.0.1']],
    ['to many at once', ['224.0.0.1', 'ff02::1', '255.255.255.255']],
    ['no address', ['localhost', '', 'example.com']],
  ])('%s is not public', (_, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
});

describe('a host name', () => {
  /** A name server whose second answer differs from the first. */
  const names = (...answers: LookupAddress[][]) => {
    let asked = 0;
    return (_host: string, _options: object, done: (error: null, found: LookupAddress[]) => void) =>
      done(null, answers[Math.min(asked++, answers.length - 1)] ?? []);
  };
  const at = (address: string): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 });
  const look = (ask: ReturnType<typeof names>, all: boolean) =>
    new Promise((done, failed) => {
      lookupPublicAddress(ask)('hooks.example.com', { all }, (error, found) =>
        error ? failed(error) : done(found),
      );
    });
  let connections = 0;
  const inside = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  beforeAll(() => new Promise<void>((done) => inside.listen(0, '127.0.0.1', done)));
  afterAll(() => inside.close());

  test('with a public address is called at that address', async () => {
    expect(await look(names([at('8.8.8.8')]), true)).toEqual([at('8.8.8.8')]);
    expect(await look(names([at('8.8.8.8')]), false)).toBe('8.8.8.8');
  });

  test.each([['127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], ['169.254.169.254'], ['10.0.0.7']])(
    'that resolves to %s is rejected, also beside a public address',
    async (address) => {
      await expect(look(names([at(address)]), true)).rejects.toThrow(PrivateAddressError);
      await expect(look(names([at('8.8.8.8'), at(address)]), true)).rejects.toThrow(PrivateAddressError);
      await expect(look(names([at('8.8.8.8'), at(address)]), false)).rejects.toThrow(PrivateAddressError);
    },
  );

  test('that resolves to an internal address between check and call reaches nobody', async () => {
    const ask = names([at('8.8.8.8')], [at('127.0.0.1')]);
    await look(ask, true);
    const { port } = inside.address() as AddressInfo;
    const posting = postOutward(
      { url: `https://hooks.example.com:${port}/`, headers: {}, body: '{}', timeoutMs: 2000 },
      { anywhere: false, names: ask, ports: new Set([String(port)]) },
    );
    await expect(posting).rejects.toThrow(PrivateAddressError);
    expect(connections).toBe(0);
  });

  test('is not resolved if the URL contains the address', async () => {
    const { port } = inside.address() as AddressInfo;
    for (const host of ['127.0.0.1', '2130706433', '0x7f000001', '0177.1', '[::1]', '[::ffff:7f00:1]'])
      await expect(
        postOutward(
          { url: `https://${host}:${port}/`, headers: {}, body: '{}', timeoutMs: 2000 },
          { anywhere: false, names: names([at('8.8.8.8')]), ports: new Set([String(port)]) },
        ),
        host,
      ).rejects.toThrow(PrivateAddressError);
    expect(connections).toBe(0);
  });
});
