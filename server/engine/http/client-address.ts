import { isIP } from 'node:net';

/** The plain address in a proxy's value, without brackets, port and zone. Null if there is none. */
function plainAddress(text: string): string | null {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const address = bare.replace(/%.*$/, '');
  return isIP(address) === 0 ? null : address;
}

/** The part of a request that shows its address. */
export interface Origin {
  /** Undefined after the caller has disconnected. */
  readonly ip: string | undefined;
  readonly socket?: { readonly remoteAddress?: string | undefined };
}

/**
 * The address of a request, in a form that the database can hold. A proxy's value that is not an address is
 * ignored.
 */
export const clientAddress = ({ ip, socket }: Origin): string =>
  plainAddress(ip ?? '') ?? plainAddress(socket?.remoteAddress ?? '') ?? '0.0.0.0';
