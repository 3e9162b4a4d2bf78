import { logout } from '#shared/contract/accounts.ts';
import { change } from '#web/api/changes.ts';
import { now } from '#web/api/clock.ts';
import { draftsHere } from '#web/api/drafts.ts';
import { queryClient } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import { tellSessionNews } from './session-news.ts';

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** A choice of the device, not of the person. */
const kept = new Set(['lang', 'theme', 'text']);
const namedCookies = ['connect.sid', 'auth_token', 'user_session', 'JSESSIONID'];

function clearCookies(): void {
  const readable = document.cookie.split(';').map((pair) => pair.split('=')[0]?.trim() ?? '');
  for (const name of [...readable, ...namedCookies]) {
    if (name && !kept.has(name)) document.cookie = `${name}=; path=/; max-age=0`;
  }
}

/**
 * Forgets everything of the person that this browser keeps. Who was only away too long finds what she typed
 * and did not send, in this tab: drafts hold no password and nothing that staff note about a patient.
 */
function clearTraces(withDrafts: boolean): void {
  queryClient.clear();
  try {
    localStorage.clear();
    const drafts = withDrafts ? [] : draftsHere();
    sessionStorage.clear();
    for (const [key, typed] of drafts) sessionStorage.setItem(key, typed);
    sessionStorage.setItem('splashed', '1');
  } catch {
    // A browser that allows no storage keeps nothing either.
  }
  clearCookies();
}

function showAlert(): void {
  const shade = document.createElement('div');
  shade.className = 'fixed inset-0 z-100 grid place-items-center bg-scrim p-5';
  const words = document.createElement('p');
  words.setAttribute('role', 'alert');
  words.className = 'rounded-card bg-surface px-6 py-5 text-center text-ui font-strong text-ink shadow-float';
  document.body.append(shade);
  shade.append(words);
  words.textContent = t('common.logout.alert');
}

/**
 * Ends the session on the server (3 seconds at most) and here. Throws when the server did not. By idleness:
 * drafts stay in the tab.
 */
export async function endSessionHere(why: 'log-out' | 'idle'): Promise<void> {
  await change(logout, { signal: AbortSignal.timeout(3000) });
  clearTraces(why === 'log-out');
  tellSessionNews('ended');
}

/**
 * Logs out from anywhere, and says so on the home page; when the server could not be reached she stays signed
 * in and is told.
 */
export async function logOut(): Promise<void> {
  showAlert();
  await pause(100);
  try {
    await endSessionHere('log-out');
    location.replace('/?logout=1');
  } catch {
    location.replace(`/?error=1&t=${now().getTime()}`);
  }
}
