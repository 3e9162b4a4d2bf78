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
 * Clears everything personal in this browser. After the session ended by idleness, the tab keeps unsent
 * drafts: they contain no passwords and none of the staff's notes about patients.
 */
function forget({ drafts }: { drafts: boolean }): void {
  queryClient.clear();
  clearTraces(drafts ? [] : draftsKept());
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

/** True if push notifications to this browser were switched off in time. */
const endPushHere = (): Promise<boolean> =>
  Promise.race([
    turnPushOff().then(
      () => true,
      () => false,
    ),
    pause(patience).then(() => false),
  ]);

/**
 * Ends the session on the server (timeout: 3 seconds) and in this browser, and switches off push to this
 * browser. If that fails, the server switches off push for all of the user's browsers. Throws if the server
 * did not end the session at log-out. After idleness, push stays on and drafts stay in the tab.
 */
export async function endSessionHere(why: 'log-out' | 'idle'): Promise<void> {
  const isIdle = why === 'idle';
  const othersStay = isIdle || (await endPushHere());
  try {
    await change(logout, {
      query: othersStay ? { push: 'stays' } : {},
      signal: AbortSignal.timeout(patience),
    });
  } catch (error) {
    // An idle session ends by itself: nothing personal stays in the browser, even without a network.
    if (!isIdle) throw error;
  }
  forget({ drafts: !isIdle });
  tellSessionNews('ended');
}

/**
 * Signs out from any page and confirms it on the home page. If the server cannot be reached, the user stays
 * signed in and sees an error.
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
