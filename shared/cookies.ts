/**
 * Every cookie of this product: the session, data for the steps of a sign-in, and preferences of the device.
 */
export type CookieName =
  | 'session'
  | 'signed-in'
  | 'left'
  | 'journey'
  | 'known-device'
  | 'code-device'
  | 'lang'
  | 'theme'
  | 'text'
  | 'hide';

/**
 * Prefix for TLS: browsers accept a `__Host-` cookie only from this exact host, over TLS and for all paths,
 * so no other subdomain and no page without TLS can set it. Without TLS browsers would reject it.
 */
export const cookieName = (name: CookieName, secure: boolean): string => (secure ? `__Host-${name}` : name);

/**
 * Value of a cookie that scripts can read. Falls back to the older name without prefix until December 2027.
 */
export function cookieValue(cookies: string, name: CookieName): string | undefined {
  const of = (named: string) => new RegExp(`(?:^|;\\s*)${named}=([^;]*)`).exec(cookies)?.[1];
  return of(`__Host-${name}`) ?? of(name);
}

/** Number of tokens that the session has had (from a cookie of the server); 0 if nobody is signed in. */
export const countSessionTokens = (cookies: string): number => Number(cookieValue(cookies, 'signed-in')) || 0;

/** The same function for an inline script: `v('theme')`, where `d` is the document. */
export const cookieValueScript = `v=n=>['__Host-',''].map(p=>
(RegExp('(?:^|; )'+p+n+'=([^;]*)').exec(d.cookie)||[])[1]).find(x=>x!=null)`;
