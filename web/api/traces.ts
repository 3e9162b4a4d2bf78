import { type CookieName, cookieName } from '#shared/cookies.ts';

/** A choice of the device, not of the person. */
const kept = ['lang', 'theme', 'text', 'hide'] as const;
const namedCookies = ['connect.sid', 'auth_token', 'user_session', 'JSESSIONID'];

const year = 31_536_000;

function write(name: string, value: string, seconds: number, secure: boolean): void {
  const end = secure ? '; secure' : '';
  document.cookie = `${name}=${value}; path=/; samesite=lax; max-age=${seconds}${end}`;
}

const isSecure = (): boolean => location.protocol === 'https:';

/** Says it to every page of this browser, for a year; null takes it back. One of the plain name goes. */
export function keepCookie(name: CookieName, value: string | null): void {
  const secure = isSecure();
  if (secure) write(name, '', 0, secure);
  write(cookieName(name, secure), value ?? '', value === null ? 0 : year, secure);
}

/** Takes away what scripts may read, but for choices of the device, and whatever else is named. */
function forgetCookies(): void {
  const secure = isSecure();
  const stay = new Set<string>(kept.flatMap((name) => [name, cookieName(name, secure)]));
  const readable = document.cookie.split(';').map((pair) => pair.split('=')[0]?.trim() ?? '');
  for (const name of [...readable, ...namedCookies]) if (name && !stay.has(name)) write(name, '', 0, secure);
}

/** Of the service worker, of today and before: what it keeps of visits for where there is no network. */
const keptVisits = ['hakima-visits-2', 'hakima-visits'];
/** All asked for at once: the page may be gone before the first answer. */
export const forgetKeptVisits = async (): Promise<void> =>
  void (await Promise.all(keptVisits.map((name) => globalThis.caches?.delete(name).catch(() => false))));

/** Forgets what this browser keeps of a person; `leave` is what stays in the tab. */
export function clearTraces(leave: readonly (readonly [key: string, value: string])[] = []): void {
  try {
    localStorage.clear();
    sessionStorage.clear();
    for (const [key, value] of [...leave, ['splashed', '1'] as const]) sessionStorage.setItem(key, value);
  } catch {
    // A browser that allows no storage keeps nothing either.
  }
  forgetCookies();
}

/** She left this page quickly: nothing else leads anywhere from it. */
export const isLeft = (): boolean => document.documentElement.dataset.left !== undefined;
export const markLeft = (): void => {
  document.documentElement.dataset.left = '';
};
