import { isIP } from 'node:net';

/** A plain address out of what a proxy may write: brackets, port and zone go. Null where none is in it. */
function plainAddress(text: string): string | null {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const address = bare.replace(/%.*$/, '');
  return isIP(address) === 0 ? null : address;
}

/** The part of a request that says where it comes from. */
export interface Origin {
  /** Undefined once the caller has hung up. */
  readonly ip: string | undefined;
  readonly socket?: { readonly remoteAddress?: string | undefined };
}

/**
 * Where a request comes from, in a form the database can hold; what a proxy says that is no address counts
 * for nothing.
 */
export const clientAddress = ({ ip, socket }: Origin): string =>
  plainAddress(ip ?? '') ?? plainAddress(socket?.remoteAddress ?? '') ?? '0.0.0.0';
