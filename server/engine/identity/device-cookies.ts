import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpDeps } from '#server/engine/http/deps.ts';
import { keepCookie, readCookie } from '#server/engine/secrets/cookies.ts';

/* Cookies that recognize a browser; they open nothing. */

type Secure = Pick<HttpDeps, 'config'>;

const isToken = (text: string | undefined): text is string => /^[\w-]{43}$/.test(text ?? '');

interface Kept {
  readonly token: string;
  readonly seconds: number;
}

/** Token of a browser in which somebody has signed in. */
export interface ShownDevice {
  readonly token: string;
  /** Another host of the domain may have set it: it counts only if it is already known. */
  readonly mayBePlanted: boolean;
}

/** The device token of this browser, if any. */
export function deviceOf(deps: Secure, request: FastifyRequest): ShownDevice | null {
  const own = readCookie(deps, request, 'known-device');
  // Browsers known by the old cookie name stay known until May 2027, when its 180 days are over.
  const { '__Secure-known-device': before, 'known-device': plain } = request.cookies;
  const token = own ?? before ?? plain;
  return isToken(token) ? { token, mayBePlanted: own === undefined } : null;
}

/** Sends the device token with every way to sign in. */
export const setDeviceCookie = (deps: Secure, reply: FastifyReply, { token, seconds }: Kept): void =>
  keepCookie(deps, reply, 'known-device', token, { seconds });

/** Whether this browser asked for a code. */
export function codeDeviceOf(deps: Secure, request: FastifyRequest): string | null {
  const token = readCookie(deps, request, 'code-device');
  return isToken(token) ? token : null;
}

export const setCodeDeviceCookie = (deps: Secure, reply: FastifyReply, { token, seconds }: Kept): void =>
  keepCookie(deps, reply, 'code-device', token, { seconds });
