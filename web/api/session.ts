import { currentUser } from '#shared/contract/accounts.ts';
import type { Reply } from '#shared/contract/endpoint.ts';
import type { User } from '#shared/contract/users.ts';
import { countSessionTokens } from '#shared/cookies.ts';
import { readInstant } from '#shared/domain/clinic-time.ts';
import { buildEndpointUrl } from './client.ts';
import { now } from './clock.ts';
import { queryClient, useRead } from './hooks.ts';

/**
 * Whether a session may exist, so that asking the server makes sense: the server sets this readable cookie
 * with the session.
 */
export const mayHaveSession = (): boolean =>
  typeof document !== 'undefined' && countSessionTokens(document.cookie) > 0;

/**
 * An identity check that expires within a minute is treated as expired, because the action still takes some
 * time.
 */
const proofMarginMs = 60_000;

/** Whether the session has an identity check that is recent enough. */
export function hasRecentProof(session: { readonly provedUntil: string } | undefined): boolean {
  const until = session && readInstant(session.provedUntil);
  return until ? until.getTime() - now().getTime() > proofMarginMs : false;
}

export interface SessionState {
  readonly user: User | null;
  readonly isLoading: boolean;
  readonly isAuthenticated: boolean;
  readonly isAdmin: boolean;
  /** Number of unread notifications. */
  readonly unread: number;
  /** Lock of the patient's own appointments in this session; null if the patient has not set one. */
  readonly lock: 'open' | 'shut' | null;
  /** Whether a PIN unlocks them; else only an identity check. */
  readonly lockHasPin: boolean;
  /** The user signed in or confirmed their identity recently. */
  readonly isProven: boolean;
}

/**
 * The session of the signed-in user. `ready` is false during hydration, so that the first render equals the
 * server's HTML.
 */
export function useSession(ready = true): SessionState {
  const worthAsking = ready && mayHaveSession();
  const { data, isPending }: { data?: Partial<Reply<typeof currentUser>> | undefined; isPending: boolean } =
    useRead(currentUser, undefined, { enabled: worthAsking });
  const user = (ready && data?.user) || null;
  return {
    user,
    isLoading: worthAsking && isPending,
    isAuthenticated: user !== null,
    isAdmin: user?.role === 'admin',
    unread: data?.unread ?? 0,
    lock: data?.session?.lock ?? null,
    lockHasPin: data?.session?.lockHasPin ?? false,
    isProven: hasRecentProof(data?.session),
  };
}

/** Updates the user in the cached session; the other fields follow with the next answer. */
export function setSessionUser(user: User): void {
  queryClient.setQueryData([buildEndpointUrl(currentUser)], (before: object | undefined) => ({
    ...before,
    user,
  }));
  // Hydrates a header that is still static HTML, so that it shows the user (entry-client.ts).
  dispatchEvent(new Event('signed-in'));
}

export const refreshSession = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [buildEndpointUrl(currentUser)] });
