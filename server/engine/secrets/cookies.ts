import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { type CookieName, cookieName } from '#shared/cookies.ts';

/* The only code that sets and reads cookies of the server; `web/api/personal-data-cleanup.ts` has those of pages. */

interface Secure {
  readonly config: Config;
}

const attributes = ({ config: { secure } }: Secure) => ({ path: '/', secure, sameSite: 'lax' as const });

/** Deletes a cookie of the name from before `__Host-` when the new one is set. */
function clearPlainCookie(deps: Secure, reply: FastifyReply, name: CookieName): void {
  if (deps.config.secure && reply.request.cookies[name] !== undefined)
    reply.clearCookie(name, attributes(deps));
}

/** Sets a cookie, for the browser session unless seconds are given. */
export function sendCookie(
  deps: Secure,
  reply: FastifyReply,
  name: CookieName,
  value: string,
  { seconds, readable = false }: { seconds?: number | undefined; readable?: boolean } = {},
): void {
  clearPlainCookie(deps, reply, name);
  reply.setCookie(cookieName(name, deps.config.secure), value, {
    ...attributes(deps),
    ...(readable ? {} : { httpOnly: true }),
    ...(seconds === undefined ? {} : { maxAge: seconds }),
  });
}

export function dropCookie(deps: Secure, reply: FastifyReply, name: CookieName): void {
  clearPlainCookie(deps, reply, name);
  reply.clearCookie(cookieName(name, deps.config.secure), attributes(deps));
}

/** A cookie that only this server can have set, over TLS. */
export const readCookie = (
  { config: { secure } }: Secure,
  { cookies }: FastifyRequest,
  name: CookieName,
): string | undefined => cookies[cookieName(name, secure)];

/**
 * Whether this browser used quick exit, whose request may not have arrived (`web/islands/leave-quickly.ts`).
 */
export const hasQuickExited = (deps: Secure, request: FastifyRequest): boolean =>
  Boolean(readCookie(deps, request, 'left'));
