import { lookup as ask, type LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The address is not public, or is no network address. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
}

/** The public range of IPv6 (2000::/3); the rest is reserved or private. */
const isPublicIpv6 = (address: ipaddr.IPv6): boolean => (address.parts[0] ?? 0) >> 13 === 1;

/**
 * Whether an address is public: not this machine, a private or provider network, or an address that embeds
 * one (mapped, 6to4, Teredo, NAT64).
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || isPublicIpv6(address);
}

type DnsLookup = (
  host: string,
  options: { all: true; family?: number; hints?: number },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Resolves names like Node, and rejects a name if any of its addresses is not public. The socket connects
 * only to the addresses returned here, so a later change of the name has no effect.
 */
export const lookupPublicAddress =
  (names: DnsLookup): LookupFunction =>
  (host, options, done) => {
    const family = typeof options.family === 'number' ? { family: options.family } : {};
    names(
      host,
      { all: true, ...family, ...(options.hints ? { hints: options.hints } : {}) },
      (error, found) => {
        const [first] = found ?? [];
        if (error) return done(error, '', 0);
        if (!first || !found.every(({ address }) => isPublicAddress(address)))
          return done(new PrivateAddressError(`${host} is not an address of the internet`), '', 0);
        return options.all ? done(null, found) : done(null, first.address, first.family);
      },
    );
  };

interface OutwardOptions {
  /** For development: allows this machine, its network, and no TLS. */
  readonly anywhere: boolean;
  readonly names?: DnsLookup;
  readonly ports?: ReadonlySet<string>;
}

/** Ports of HTTPS: a webhook must not reach other services of a machine. */
const allowedPorts = new Set(['', '443', '8443']);

/** Reason why an address is never called, before its name is resolved; null: none. */
export function findAddressProblem(
  text: string,
  { anywhere, ports = allowedPorts }: Pick<OutwardOptions, 'anywhere' | 'ports'>,
): string | null {
  if (!URL.canParse(text)) return 'is no address';
  const { protocol, hostname, port, username, password } = new URL(text);
  if (username || password) return 'holds a password';
  if (anywhere) return protocol === 'https:' || protocol === 'http:' ? null : 'is neither https nor http';
  if (protocol !== 'https:') return 'is not https';
  if (!ports.has(port)) return 'names another port than 443 and 8443';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) && !isPublicAddress(host) ? 'is not an address of the internet' : null;
}

interface OutwardPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

/** Sends a POST to an address chosen by somebody else; returns the status. Redirects are not followed. */
export function postOutward(
  { url, headers, body, timeoutMs }: OutwardPost,
  way: OutwardOptions,
): Promise<number> {
  const reason = findAddressProblem(url, way);
  if (reason) return Promise.reject(new PrivateAddressError(`${url} ${reason}`));
  return new Promise((answered, failed) => {
    const request = (new URL(url).protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      agent: false,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      signal: AbortSignal.timeout(timeoutMs),
      ...(way.anywhere ? {} : { lookup: lookupPublicAddress(way.names ?? (ask as DnsLookup)) }),
    });
    request.once('response', (response) => {
      answered(response.statusCode ?? 0);
      response.destroy();
    });
    request.once('error', failed);
    // Node reports a protocol switch neither as a response nor as an error.
    request.once('close', () => failed(new Error('the connection closed without an answer')));
    request.end(body);
  });
}
