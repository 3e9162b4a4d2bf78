import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpDeps } from '#server/engine/http/deps.ts';
import { readCookie, sendCookie } from '#server/engine/secrets/cookies.ts';

/* Cookies that recognize a browser; they open nothing. */

type CookieDeps = Pick<HttpDeps, 'config'>;

const isToken = (text: string | undefined): text is string => /^[\w-]{43}$/.test(text ?? '');

interface DeviceToken {
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
export function readDeviceCookie(deps: CookieDeps, request: FastifyRequest): ShownDevice | null {
  const own = readCookie(deps, request, 'known-device');
  // Browsers known by the old cookie name stay known until May 2027, when its 180 days are over.
  const { '__Secure-known-device': before, 'known-device': plain } = request.cookies;
  const token = own ?? before ?? plain;
  return isToken(token) ? { token, mayBePlanted: own === undefined } : null;
}

/** Sends the device token with every way to sign in. */
export const setDeviceCookie = (
  deps: CookieDeps,
  reply: FastifyReply,
  { token, seconds }: DeviceToken,
): void => sendCookie(deps, reply, 'known-device', token, { seconds });

/** Whether this browser asked for a code. */
export function readCodeDeviceCookie(deps: CookieDeps, request: FastifyRequest): string | null {
  const token = readCookie(deps, request, 'code-device');
  return isToken(token) ? token : null;
}

export const setCodeDeviceCookie = (
  deps: CookieDeps,
  reply: FastifyReply,
  { token, seconds }: DeviceToken,
): void => sendCookie(deps, reply, 'code-device', token, { seconds });
