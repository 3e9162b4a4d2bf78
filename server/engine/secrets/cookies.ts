import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { type CookieName, cookieName } from '#shared/cookies.ts';

/* The one place that sets and reads cookies; the pages' own is `web/api/traces.ts`. */

interface Secure {
  readonly config: Config;
}

const attributes = ({ config: { secure } }: Secure) => ({ path: '/', secure, sameSite: 'lax' as const });

/** One of the plain name, from before the name told of TLS, goes as the new one comes. */
function dropPlain(deps: Secure, reply: FastifyReply, name: CookieName): void {
  if (deps.config.secure && reply.request.cookies[name] !== undefined)
    reply.clearCookie(name, attributes(deps));
}

/** Gives the browser a cookie, until it is closed unless seconds are said. */
export function keepCookie(
  deps: Secure,
  reply: FastifyReply,
  name: CookieName,
  value: string,
  { seconds, readable = false }: { seconds?: number | undefined; readable?: boolean } = {},
): void {
  dropPlain(deps, reply, name);
  reply.setCookie(cookieName(name, deps.config.secure), value, {
    ...attributes(deps),
    ...(readable ? {} : { httpOnly: true }),
    ...(seconds === undefined ? {} : { maxAge: seconds }),
  });
}

export function dropCookie(deps: Secure, reply: FastifyReply, name: CookieName): void {
  dropPlain(deps, reply, name);
  reply.clearCookie(cookieName(name, deps.config.secure), attributes(deps));
}

/** What only this server can have set, behind TLS. */
export const readCookie = (
  { config: { secure } }: Secure,
  { cookies }: FastifyRequest,
  name: CookieName,
): string | undefined => cookies[cookieName(name, secure)];

/**
 * Whether a page was left quickly here, whose word of it may not arrive (`web/islands/leave-quickly.ts`); one
 * that was open since before says it by the plain name.
 */
export const hasLeft = ({ cookies }: FastifyRequest): boolean =>
  [true, false].some((secure) => cookies[cookieName('left', secure)]);
