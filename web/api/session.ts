import { currentUser } from '#shared/contract/accounts.ts';
import type { Reply } from '#shared/contract/endpoint.ts';
import type { User } from '#shared/contract/users.ts';
import { tokensOf } from '#shared/cookies.ts';
import { readInstant } from '#shared/domain/clinic-time.ts';
import { addressOf } from './client.ts';
import { now } from './clock.ts';
import { queryClient, useRead } from './hooks.ts';

/**
 * Whether asking who is signed in is worth a call: the server sets this readable cookie beside the session.
 */
export const maybeSignedIn = (): boolean => typeof document !== 'undefined' && tokensOf(document.cookie) > 0;

/** A proof that ends within a minute is asked for again: what it is for takes a moment. */
const confirmWithinMs = 60_000;

/** Whether what asks for a recent proof of who she is, is open. */
export function isProven(session: { readonly provedUntil: string } | undefined): boolean {
  const until = session && readInstant(session.provedUntil);
  return until ? until.getTime() - now().getTime() > confirmWithinMs : false;
}

export interface SessionState {
  readonly user: User | null;
  readonly isLoading: boolean;
  readonly isAuthenticated: boolean;
  readonly isAdmin: boolean;
  /** How many notifications she has not read. */
  readonly unread: number;
  /** Of her own locked visits: whether they are open in this session; null where she has no lock. */
  readonly lock: 'open' | 'shut' | null;
  /** Whether a number opens them, or only a proof of who she is. */
  readonly lockHasPin: boolean;
  /** She signed in or proved who she is a short while ago. */
  readonly isProven: boolean;
}

/** Who is signed in. `ready` is false during hydration, so that the first render equals the server's. */
export function useSession(ready = true): SessionState {
  const worthAsking = ready && maybeSignedIn();
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
    isProven: isProven(data?.session),
  };
}

/** Who has just signed in or changed herself; what else there is to know comes with the next answer. */
export function setSessionUser(user: User): void {
  queryClient.setQueryData([addressOf(currentUser)], (before: object | undefined) => ({ ...before, user }));
  // A header that still sleeps wakes and shows who is signed in (entry-client.ts).
  dispatchEvent(new Event('signed-in'));
}

export const refreshSession = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [addressOf(currentUser)] });
