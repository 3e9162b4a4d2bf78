import { Suspense, useEffect, useState } from 'react';
import { currentUser, keepAlive, logout } from '#shared/contract/accounts.ts';
import { readInstant } from '#shared/domain/clinic-time.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { sendChange } from '#web/api/changes.ts';
import { getLastAnswerTime, onErrorCode } from '#web/api/client.ts';
import { deviceNow, now } from '#web/api/clock.ts';
import { useRead } from '#web/api/hooks.ts';
import { hasUsedQuickExit } from '#web/api/personal-data-cleanup.ts';
import { mayHaveSession } from '#web/api/session.ts';
import { hasStartedInput } from '#web/api/unsaved.ts';
import { loadWithMessages } from '#web/islands/message-files.ts';
import { LoadFailedPanel, lazyPart } from '#web/ui/overlay/lazy-part.tsx';
import { onFirstActivity } from '#web/ui/overlay/lazy-preloaded.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { endBrowserSession } from './log-out.ts';
import { PageCover } from './session-cover.tsx';
import { broadcastSession, onSessionBroadcast } from './session-news.ts';

const loadSessionWarning = () =>
  loadWithMessages(['session'], () => import('./session-warning.tsx').then((m) => m.SessionWarning));
const SessionWarning = lazyPart(loadSessionWarning, () => null);

const loadSessionLock = () =>
  loadWithMessages(['account', 'session'], () =>
    import('./session-lock.tsx').then(({ SessionLock: Lock }) => Lock),
  );
const SessionLock = lazyPart(loadSessionLock, () => (
  <PageCover>
    <LoadFailedPanel />
  </PageCover>
));

const warningMs = 120_000;
/** The server records activity at most once a minute. */
const activityLagMs = 60_000;

/**
 * Milliseconds until the session ends without further requests: by idleness since the last contact, or by its
 * maximum age.
 */
function getSessionLeftMs(session: { idleSeconds: number; expiresAt: string }, contact: Date): number {
  const idle = session.idleSeconds * 1000 - activityLagMs - (deviceNow().getTime() - contact.getTime());
  return Math.min(idle, (readInstant(session.expiresAt) ?? now()).getTime() - now().getTime());
}

const pickLaterDate = (a: Date, b: Date): Date => (a > b ? a : b);

async function leaveAfterTimeout(): Promise<void> {
  await endBrowserSession('idle');
  location.replace('/?forcedLogout=1');
}

/** Ends the session on the server and in other tabs; this page stays because it has unsaved text. */
async function endOtherTabs(): Promise<void> {
  const asIdle = { query: { push: 'stays' }, signal: AbortSignal.timeout(3000) } as const;
  await sendChange(logout, asIdle).catch(() => undefined);
  broadcastSession('ended');
}

/**
 * For staff: warns two minutes before the session ends by idleness, extends it on request, and leaves the
 * page when it has ended, here or in another tab. A page with unsaved text is locked instead until the user
 * enters the password. For other users it only follows the other tabs.
 */
export function SessionGuard() {
  const { data } = useRead(currentUser, undefined, { enabled: mayHaveSession() });
  const [elsewhere, setElsewhere] = useState(getLastAnswerTime);
  const [left, setLeft] = useState<number | null>(null);
  const [answered, setAnswered] = useState(false);
  const [locked, setLocked] = useState(false);
  const session = data && isStaff(data.user.role) ? data.session : undefined;
  const holds = session !== undefined;

  useEffect(
    () =>
      onSessionBroadcast((news) => {
        if (news === 'alive') setElsewhere(deviceNow());
        else if (holds && hasStartedInput()) setLocked(true);
        else if (!hasUsedQuickExit()) location.replace('/');
      }),
    [holds],
  );
  // The session may end while the network is down: the warning and the lock are loaded beforehand, with their
  // texts.
  useEffect(() => {
    if (holds) onFirstActivity(() => Promise.all([loadSessionWarning(), loadSessionLock()]));
  }, [holds]);
  // The session was ended elsewhere: by the user, or by an admin who deactivated the account or changed its
  // role.
  useEffect(() => {
    if (!holds) return;
    const stop = onErrorCode('not_signed_in', () => {
      if (hasStartedInput()) return setLocked(true);
      stop();
      void leaveAfterTimeout();
    });
    return stop;
  }, [holds]);
  useEffect(() => {
    if (!session || locked) return;
    let told = getLastAnswerTime();
    const tick = () => {
      if (getLastAnswerTime() > told) {
        told = getLastAnswerTime();
        broadcastSession('alive');
      }
      const rest = getSessionLeftMs(session, pickLaterDate(getLastAnswerTime(), elsewhere));
      setLeft(rest <= warningMs ? rest : null);
      if (rest > warningMs) setAnswered(false);
      if (rest > 0) return;
      clearInterval(timer);
      if (!hasStartedInput()) return void leaveAfterTimeout();
      setLocked(true);
      void endOtherTabs();
    };
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [session, elsewhere, locked]);

  if (locked && data)
    return (
      <Suspense
        fallback={
          <PageCover>
            <PageSpinner />
          </PageCover>
        }
      >
        <SessionLock
          user={data.user}
          onBack={() => setLocked(false)}
          onLeave={() => void leaveAfterTimeout()}
        />
      </Suspense>
    );
  if (left === null || left <= 0 || answered) return null;
  const stay = () => void sendChange(keepAlive, {}).then(() => setAnswered(true), leaveAfterTimeout);
  return (
    <Suspense>
      <SessionWarning left={left} onStay={stay} />
    </Suspense>
  );
}
