import { logout } from '#shared/contract/accounts.ts';
import { sendChange } from '#web/api/changes.ts';
import { now } from '#web/api/clock.ts';
import { listStoredDrafts } from '#web/api/drafts.ts';
import { queryClient } from '#web/api/hooks.ts';
import { disablePush } from '#web/api/own/push.ts';
import { clearPersonalData } from '#web/api/personal-data-cleanup.ts';
import { t } from '#web/i18n.ts';
import { broadcastSession } from './session-news.ts';

const waitMs = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * Clears everything personal in this browser. After the session ended by idleness, the tab keeps unsent
 * drafts: they contain no passwords and none of the staff's notes about patients.
 */
function clearBrowserData({ drafts }: { drafts: boolean }): void {
  queryClient.clear();
  clearPersonalData(drafts ? [] : readDraftsToKeep());
}

function readDraftsToKeep(): ReturnType<typeof listStoredDrafts> {
  try {
    return listStoredDrafts();
  } catch {
    return [];
  }
}

function showLogOutNotice(): void {
  const shade = document.createElement('div');
  shade.className = 'fixed inset-0 z-100 grid place-items-center bg-scrim p-5';
  const words = document.createElement('p');
  words.setAttribute('role', 'alert');
  words.className = 'rounded-card bg-surface px-6 py-5 text-center text-ui font-strong text-ink shadow-float';
  document.body.append(shade);
  shade.append(words);
  words.textContent = t('common.logout.alert');
}

const logOutTimeoutMs = 3000;

/** True if push notifications to this browser were switched off in time. */
const disablePushInTime = (): Promise<boolean> =>
  Promise.race([
    disablePush().then(
      () => true,
      () => false,
    ),
    waitMs(logOutTimeoutMs).then(() => false),
  ]);

/**
 * Ends the session on the server (timeout: 3 seconds) and in this browser, and switches off push to this
 * browser. If that fails, the server switches off push for all of the user's browsers. Throws if the server
 * did not end the session at log-out. After idleness, push stays on and drafts stay in the tab.
 */
export async function endBrowserSession(why: 'log-out' | 'idle'): Promise<void> {
  const isIdle = why === 'idle';
  const othersStay = isIdle || (await disablePushInTime());
  try {
    await sendChange(logout, {
      query: othersStay ? { push: 'stays' } : {},
      signal: AbortSignal.timeout(logOutTimeoutMs),
    });
  } catch (error) {
    // An idle session ends by itself: nothing personal stays in the browser, even without a network.
    if (!isIdle) throw error;
  }
  clearBrowserData({ drafts: !isIdle });
  broadcastSession('ended');
}

/**
 * Signs out from any page and confirms it on the home page. If the server cannot be reached, the user stays
 * signed in and sees an error.
 */
export async function logOut(): Promise<void> {
  showLogOutNotice();
  await waitMs(100);
  try {
    await endBrowserSession('log-out');
    location.replace('/?logout=1');
  } catch {
    location.replace(`/?error=1&t=${now().getTime()}`);
  }
}
