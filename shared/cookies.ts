/** Every cookie of ours: who is signed in, what a way in keeps meanwhile, and choices of the device. */
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
 * Behind TLS a browser takes a cookie of such a name from this very host alone, by TLS and for all of it:
 * neither another host of the domain nor a page without TLS sets one. Without TLS it would take none.
 */
export const cookieName = (name: CookieName, secure: boolean): string => (secure ? `__Host-${name}` : name);

/** What a cookie that pages read says; the plain name is that from before, known until December 2027. */
export function cookieValue(cookies: string, name: CookieName): string | undefined {
  const of = (named: string) => new RegExp(`(?:^|;\\s*)${named}=([^;]*)`).exec(cookies)?.[1];
  return of(`__Host-${name}`) ?? of(name);
}

/** How many tokens her session has had, which the server says beside it; 0 where nobody is signed in. */
export const tokensOf = (cookies: string): number => Number(cookieValue(cookies, 'signed-in')) || 0;

/** The same for a script that stands in a page: `v('theme')`, where `d` is the document. */
export const cookieValueScript = `v=n=>['__Host-',''].map(p=>
(RegExp('(?:^|; )'+p+n+'=([^;]*)').exec(d.cookie)||[])[1]).find(x=>x!=null)`;
