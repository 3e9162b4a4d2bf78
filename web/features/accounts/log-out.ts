import { logout } from '#shared/contract/accounts.ts';
import { change } from '#web/api/changes.ts';
import { now } from '#web/api/clock.ts';
import { draftsHere } from '#web/api/drafts.ts';
import { queryClient } from '#web/api/hooks.ts';
import { turnPushOff } from '#web/api/own/push.ts';
import { clearTraces } from '#web/api/traces.ts';
import { t } from '#web/i18n.ts';
import { tellSessionNews } from './session-news.ts';

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * Forgets everything of the person that this browser keeps. Who was only away too long finds what she typed
 * and did not send, in this tab: drafts hold no password and nothing that staff note about a patient.
 */
function forget(withDrafts: boolean): void {
  queryClient.clear();
  clearTraces(withDrafts ? [] : draftsKept());
}

function draftsKept(): ReturnType<typeof draftsHere> {
  try {
    return draftsHere();
  } catch {
    return [];
  }
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

const patience = 3000;

/** Whether this browser shows nothing of hers any more. */
const endPushHere = (): Promise<boolean> =>
  Promise.race([
    turnPushOff().then(
      () => true,
      () => false,
    ),
    pause(patience).then(() => false),
  ]);

/**
 * Ends the session on the server (3 seconds at most) and here, and push to this browser; where that cannot be
 * done alone, the server ends hers everywhere. Throws when the server did not end the session. By idleness:
 * push goes on, and drafts stay in the tab.
 */
export async function endSessionHere(why: 'log-out' | 'idle'): Promise<void> {
  const othersStay = why === 'idle' || (await endPushHere());
  await change(logout, {
    query: othersStay ? { push: 'stays' } : {},
    signal: AbortSignal.timeout(patience),
  });
  forget(why === 'log-out');
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
