/** A choice of the device, not of the person. */
const kept = new Set(['lang', 'theme', 'text']);
const namedCookies = ['connect.sid', 'auth_token', 'user_session', 'JSESSIONID'];

function clearCookies(): void {
  const readable = document.cookie.split(';').map((pair) => pair.split('=')[0]?.trim() ?? '');
  for (const name of [...readable, ...namedCookies]) {
    if (name && !kept.has(name)) document.cookie = `${name}=; path=/; max-age=0`;
  }
}

/** Of the service worker: what it keeps of her visits for where there is no network. */
const keptVisits = 'hakima-visits';
export const forgetKeptVisits = async (): Promise<void> =>
  void (await globalThis.caches?.delete(keptVisits).catch(() => false));

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
