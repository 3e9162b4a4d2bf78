import { useEffect } from 'react';
import { shutVisits } from '#shared/contract/own/privacy.ts';
import { pinUnlockMs } from '#shared/domain/people/password-rules.ts';
import { sendChange } from '#web/api/changes.ts';
import { onErrorCode } from '#web/api/client.ts';
import { queryClient } from '#web/api/hooks.ts';
import { refreshSession, type SessionState } from '#web/api/session.ts';

const userInputEvents = ['pointerdown', 'keydown', 'scroll'] as const;

/**
 * Locks the patient's appointments again after ten minutes without input and removes them from the cache. If
 * they were locked on another device, this happens with the next request that the server refuses.
 */
export function useIdleLock({ user, lock }: Pick<SessionState, 'user' | 'lock'>): void {
  const id = user?.id;
  useEffect(() => {
    if (lock !== 'open' || id === undefined) return;
    const shut = () => void sendChange(shutVisits, { params: { id } }).finally(refreshSession);
    let timer = setTimeout(shut, pinUnlockMs);
    const again = () => {
      clearTimeout(timer);
      timer = setTimeout(shut, pinUnlockMs);
    };
    for (const sign of userInputEvents) addEventListener(sign, again, { passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      for (const sign of userInputEvents) removeEventListener(sign, again, { capture: true });
    };
  }, [lock, id]);
  useEffect(() => onErrorCode('visits_locked', () => void refreshSession()), []);
  useEffect(() => {
    if (lock === 'shut')
      queryClient.removeQueries({
        predicate: ({ queryKey }) => !String(queryKey[0]).startsWith('/api/auth/'),
      });
  }, [lock]);
}
