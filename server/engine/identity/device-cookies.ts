import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpDeps } from '#server/engine/http/deps.ts';
import { keepCookie, readCookie } from '#server/engine/secrets/cookies.ts';

/* By these a browser is known again; they open nothing. */

type Secure = Pick<HttpDeps, 'config'>;

const isToken = (text: string | undefined): text is string => /^[\w-]{43}$/.test(text ?? '');

interface Kept {
  readonly token: string;
  readonly seconds: number;
}

/** By what a browser says that somebody signed in by it before. */
export interface ShownDevice {
  readonly token: string;
  /** Another host of the domain may have put it there: it counts where it is known already. */
  readonly mayBePlanted: boolean;
}

/** What this browser was given when somebody signed in by it, if anything. */
export function deviceOf(deps: Secure, request: FastifyRequest): ShownDevice | null {
  const own = readCookie(deps, request, 'known-device');
  // Who was known before the name kept others out is known still, until May 2027, when 180 days are over.
  const { '__Secure-known-device': before, 'known-device': plain } = request.cookies;
  const token = own ?? before ?? plain;
  return isToken(token) ? { token, mayBePlanted: own === undefined } : null;
}

/** Lets this browser show at every way in that it was here before. */
export const keepDevice = (deps: Secure, reply: FastifyReply, { token, seconds }: Kept): void =>
  keepCookie(deps, reply, 'known-device', token, { seconds });

/** Which browser asked for a code, if it was this one. */
export function codeDeviceOf(deps: Secure, request: FastifyRequest): string | null {
  const token = readCookie(deps, request, 'code-device');
  return isToken(token) ? token : null;
}

export const keepCodeDevice = (deps: Secure, reply: FastifyReply, { token, seconds }: Kept): void =>
  keepCookie(deps, reply, 'code-device', token, { seconds });
