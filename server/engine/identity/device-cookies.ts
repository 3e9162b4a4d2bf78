import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';

/* By these a browser is known again; they open nothing, and go to `/api/auth` alone. */

type Secure = Pick<Deps, 'config'>;

/**
 * Over TLS only an answer that came by TLS may have set one, which its name tells the browser. It may be that
 * of a subdomain: `__Host-` alone keeps those out, and wants the path of everything.
 */
const named = (name: string, secure: boolean): string => (secure ? `__Secure-${name}` : name);
const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

interface Kept {
  readonly token: string;
  readonly seconds: number;
}

function keep(
  { config: { secure } }: Secure,
  reply: FastifyReply,
  name: string,
  { token, seconds }: Kept,
): void {
  reply.setCookie(named(name, secure), token, {
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: seconds,
  });
}

const knownDevice = 'known-device';
const codeDevice = 'code-device';

/** By what a browser says that somebody signed in by it before. */
export interface ShownDevice {
  readonly token: string;
  /** Whoever reaches the browser without TLS may have put it there: it counts where it is known already. */
  readonly mayBePlanted: boolean;
}

/** What this browser was given when somebody signed in by it, if anything. */
export function deviceOf({ config: { secure } }: Secure, { cookies }: FastifyRequest): ShownDevice | null {
  const own = cookies[named(knownDevice, secure)];
  // Who was known before the name told of TLS is known still, until May 2027, when 180 days are over.
  const token = own ?? cookies[knownDevice] ?? '';
  return isToken(token) ? { token, mayBePlanted: own === undefined } : null;
}

/** Lets this browser show at every way in that it was here before. */
export const keepDevice = (deps: Secure, reply: FastifyReply, kept: Kept): void =>
  keep(deps, reply, knownDevice, kept);

/** Which browser asked for a code, if it was this one. */
export function codeDeviceOf({ config: { secure } }: Secure, { cookies }: FastifyRequest): string | null {
  const token = cookies[named(codeDevice, secure)] ?? '';
  return isToken(token) ? token : null;
}

export const keepCodeDevice = (deps: Secure, reply: FastifyReply, kept: Kept): void =>
  keep(deps, reply, codeDevice, kept);
