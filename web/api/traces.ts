/** A choice of the device, not of the person. */
const kept = new Set(['lang', 'theme', 'text']);
const namedCookies = ['connect.sid', 'auth_token', 'user_session', 'JSESSIONID'];

function clearCookies(): void {
  const readable = document.cookie.split(';').map((pair) => pair.split('=')[0]?.trim() ?? '');
  for (const name of [...readable, ...namedCookies]) {
    if (name && !kept.has(name)) document.cookie = `${name}=; path=/; max-age=0`;
  }
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
  clearCookies();
}

/** She left this page quickly: nothing else leads anywhere from it. */
export const isLeft = (): boolean => document.documentElement.dataset.left !== undefined;
export const markLeft = (): void => {
  document.documentElement.dataset.left = '';
};
