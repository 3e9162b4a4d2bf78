import { Suspense, useEffect, useState } from 'react';
import { currentUser, keepAlive, logout } from '#shared/contract/accounts.ts';
import { readInstant } from '#shared/domain/clinic-time.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { change } from '#web/api/changes.ts';
import { lastAnswer, onRefused } from '#web/api/client.ts';
import { deviceNow, now } from '#web/api/clock.ts';
import { useRead } from '#web/api/hooks.ts';
import { maybeSignedIn } from '#web/api/session.ts';
import { isLeft } from '#web/api/traces.ts';
import { isBegun } from '#web/api/unsaved.ts';
import { withWords } from '#web/islands/words.ts';
import { onFirstSign } from '#web/ui/overlay/later.tsx';
import { lazyPart, Missing } from '#web/ui/overlay/lazy-part.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { endSessionHere } from './log-out.ts';
import { Cover } from './session-cover.tsx';
import { onSessionNews, tellSessionNews } from './session-news.ts';

const bringWarning = () =>
  withWords(['session'], () => import('./session-warning.tsx').then((m) => m.SessionWarning));
const SessionWarning = lazyPart(bringWarning, () => null);

const bringLock = () =>
  withWords(['account', 'session'], () => import('./session-lock.tsx').then(({ SessionLock: Lock }) => Lock));
const SessionLock = lazyPart(bringLock, () => (
  <Cover>
    <Missing />
  </Cover>
));

const warnFor = 120_000;
/** The server records activity at most once a minute. */
const serverLag = 60_000;

/**
 * Milliseconds until the session ends without further requests: by idleness since the last contact, or by its
 * maximum age.
 */
function restOf(session: { idleSeconds: number; expiresAt: string }, contact: Date): number {
  const idle = session.idleSeconds * 1000 - serverLag - (deviceNow().getTime() - contact.getTime());
  return Math.min(idle, (readInstant(session.expiresAt) ?? now()).getTime() - now().getTime());
}

const laterOf = (a: Date, b: Date): Date => (a > b ? a : b);

async function leave(): Promise<void> {
  await endSessionHere('idle');
  location.replace('/?forcedLogout=1');
}

/** Ends the session on the server and in other tabs; this page stays because it has unsaved text. */
async function endElsewhere(): Promise<void> {
  const asIdle = { query: { push: 'stays' }, signal: AbortSignal.timeout(3000) } as const;
  await change(logout, asIdle).catch(() => undefined);
  tellSessionNews('ended');
}

/**
 * For staff: warns two minutes before the session ends by idleness, extends it on request, and leaves the
 * page when it has ended, here or in another tab. A page with unsaved text is locked instead until the user
 * enters the password. For other users it only follows the other tabs.
 */
export function SessionGuard() {
  const { data } = useRead(currentUser, undefined, { enabled: maybeSignedIn() });
  const [elsewhere, setElsewhere] = useState(lastAnswer);
  const [left, setLeft] = useState<number | null>(null);
  const [answered, setAnswered] = useState(false);
  const [locked, setLocked] = useState(false);
  const session = data && isStaff(data.user.role) ? data.session : undefined;
  const holds = session !== undefined;

  useEffect(
    () =>
      onSessionNews((news) => {
        if (news === 'alive') setElsewhere(deviceNow());
        else if (holds && isBegun()) setLocked(true);
        else if (!isLeft()) location.replace('/');
      }),
    [holds],
  );
  // The session may end while the network is down: the warning and the lock are loaded beforehand, with their
  // texts.
  useEffect(() => {
    if (holds) onFirstSign(() => Promise.all([bringWarning(), bringLock()]));
  }, [holds]);
  // The session was ended elsewhere: by the user, or by an admin who deactivated the account or changed its
  // role.
  useEffect(() => {
    if (!holds) return;
    const stop = onRefused('not_signed_in', () => {
      if (isBegun()) return setLocked(true);
      stop();
      void leave();
    });
    return stop;
  }, [holds]);
  useEffect(() => {
    if (!session || locked) return;
    let told = lastAnswer();
    const tick = () => {
      if (lastAnswer() > told) {
        told = lastAnswer();
        tellSessionNews('alive');
      }
      const rest = restOf(session, laterOf(lastAnswer(), elsewhere));
      setLeft(rest <= warnFor ? rest : null);
      if (rest > warnFor) setAnswered(false);
      if (rest > 0) return;
      clearInterval(timer);
      if (!isBegun()) return void leave();
      setLocked(true);
      void endElsewhere();
    };
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [session, elsewhere, locked]);

  if (locked && data)
    return (
      <Suspense
        fallback={
          <Cover>
            <PageSpinner />
          </Cover>
        }
      >
        <SessionLock user={data.user} onBack={() => setLocked(false)} onLeave={() => void leave()} />
      </Suspense>
    );
  if (left === null || left <= 0 || answered) return null;
  const stay = () => void change(keepAlive, {}).then(() => setAnswered(true), leave);
  return (
    <Suspense>
      <SessionWarning left={left} onStay={stay} />
    </Suspense>
  );
}
