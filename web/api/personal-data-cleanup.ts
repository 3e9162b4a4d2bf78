import { type CookieName, cookieName } from '#shared/cookies.ts';

/** Settings of the device, not of the user: kept after sign-out. */
const deviceSettingCookies = ['lang', 'theme', 'text', 'hide'] as const;
const legacyCookies = ['connect.sid', 'auth_token', 'user_session', 'JSESSIONID'];

const yearSeconds = 31_536_000;

function writeCookie(name: string, value: string, seconds: number, secure: boolean): void {
  const end = secure ? '; secure' : '';
  document.cookie = `${name}=${value}; path=/; samesite=lax; max-age=${seconds}${end}`;
}

const isSecure = (): boolean => location.protocol === 'https:';

/**
 * Sets a cookie for all pages of this browser for a year; null deletes it. Over HTTPS also deletes the cookie
 * with the unprefixed name.
 */
export function setYearCookie(name: CookieName, value: string | null): void {
  const secure = isSecure();
  if (secure) writeCookie(name, '', 0, secure);
  writeCookie(cookieName(name, secure), value ?? '', value === null ? 0 : yearSeconds, secure);
}

/** Deletes all cookies that scripts can read, except device settings, and the cookies in `legacyCookies`. */
function deletePersonalCookies(): void {
  const secure = isSecure();
  const stay = new Set<string>(deviceSettingCookies.flatMap((name) => [name, cookieName(name, secure)]));
  const readable = document.cookie.split(';').map((pair) => pair.split('=')[0]?.trim() ?? '');
  for (const name of [...readable, ...legacyCookies])
    if (name && !stay.has(name)) writeCookie(name, '', 0, secure);
}

/** Service worker caches, current and former, with appointments stored for offline use. */
const visitCaches = ['hakima-visits-2', 'hakima-visits'];
/** Starts all deletions at once, because the page may close before the first one ends. */
export const deleteVisitCaches = async (): Promise<void> =>
  void (await Promise.all(visitCaches.map((name) => globalThis.caches?.delete(name).catch(() => false))));

/** Deletes personal data from this browser's storage; `leave` lists the sessionStorage entries to keep. */
export function clearPersonalData(leave: readonly (readonly [key: string, value: string])[] = []): void {
  try {
    localStorage.clear();
    sessionStorage.clear();
    for (const [key, value] of [...leave, ['splashed', '1'] as const]) sessionStorage.setItem(key, value);
  } catch {
    // Without storage there is nothing to delete.
  }
  deletePersonalCookies();
}

/** Whether the user left this page with the quick exit: other redirects are then ignored. */
export const hasUsedQuickExit = (): boolean => document.documentElement.dataset.left !== undefined;
export const markQuickExit = (): void => {
  document.documentElement.dataset.left = '';
};
