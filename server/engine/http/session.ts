import type { FastifyReply, FastifyRequest } from 'fastify';
import { findHiddenUsername, isOwner } from '#server/config.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { ignoreReadOnly, inTransaction } from '#server/engine/db/transaction.ts';
import { type Actor, recordEvent } from '#server/engine/events/queries.ts';
import { dropCookie, hasQuickExited, readCookie, sendCookie } from '#server/engine/secrets/cookies.ts';
import { hashToken, randomToken } from '#server/engine/secrets/tokens.ts';
import type { User } from '#shared/contract/users.ts';
import { countSessionTokens } from '#shared/cookies.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';
import type { KeyScope } from '#shared/domain/key-scopes.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { isStaff, type Role } from '#shared/domain/people/roles.ts';
import { type ErrorCode, Refusal } from '#shared/errors.ts';
import { clientAddress, type Origin } from './client-address.ts';
import type { HttpDeps } from './deps.ts';
import { deleteSession, insertSession, renewToken, touchSession } from './queries.ts';
import { type CaredFor, type SessionAwaits, type SessionOwner, toCaredFor } from './viewers.ts';

/** The user of a request. Queries take it as their scope, actions as the actor. */
export interface Viewer extends Actor {
  readonly id: number;
  readonly role: Role;
  readonly name: string;
  readonly username: string | null;
  readonly lang: Lang;
  readonly isSuperAdmin: boolean;
  readonly isOwner: boolean;
  /** The owner's username, if the viewer is somebody else: such a viewer does not see the owner. */
  readonly hiddenUsername?: string | undefined;
  /** The branches of a receptionist, if any are assigned; undefined: no limit. */
  readonly branches?: readonly number[] | undefined;
  /** The patients whose guardian the viewer is: she sees and changes their appointments. */
  readonly caresFor?: readonly CaredFor[] | undefined;
  /** Of a patient who has locked her appointments: whether they are unlocked in this session now. */
  readonly lock?: 'open' | 'shut' | undefined;
  readonly lockHasPin?: boolean | undefined;
  /** What the user has to do before anything else, or null. */
  readonly mustFirst: User['requires'][number] | null;
  /** Of an API key: its id and scopes. */
  readonly key?: { readonly id: number; readonly scopes: readonly KeyScope[] } | undefined;
  readonly tokenHash: Buffer;
  readonly session: {
    readonly idleSeconds: number;
    readonly startedAt: Date;
    readonly expiresAt: Date;
    /** Time of the last proof of identity. */
    readonly provedAt: Date;
    readonly awaits: SessionAwaits;
  };
}

/** The actor of a request without a user. */
export const visitorActor = (request: Origin & { id: string }): Actor => ({
  id: null,
  role: 'visitor',
  ip: clientAddress(request),
  requestId: request.id,
});

const minutes = 60;
const hours = 60 * minutes;
const limits = {
  staff: { idle: 30 * minutes, absolute: 12 * hours },
  others: { idle: 2 * hours, absolute: 24 * hours },
  kept: { idle: 30 * 24 * hours, absolute: 30 * 24 * hours },
};
/** Seconds from the password to the second step. */
const secondStepWithin = 10 * minutes;
const touchEvery = 60_000;

const logoutPath = '/api/auth/logout';

/** Reads the viewer of a request. A `passive` request (the live stream) does not extend the session. */
export async function readSession(
  deps: HttpDeps,
  request: FastifyRequest,
  lang: Lang,
  passive: boolean,
): Promise<Viewer | null> {
  const token = readCookie(deps, request, 'session');
  if (!token) return null;
  const tokenHash = hashToken(token);
  if (hasQuickExited(deps, request) && request.url !== logoutPath) {
    await ignoreReadOnly(deps, () => deps.accounts.deleteLeftSession(deps.db, tokenHash));
    return null;
  }
  const now = deps.now();
  const owner = await deps.accounts.sessionOwner(deps.db, tokenHash, now);
  if (!owner) return null;
  if (!passive && now.getTime() - owner.seenAt.getTime() > touchEvery)
    await ignoreReadOnly(deps, () => touchSession(deps.db, tokenHash, now));
  return viewerOf(deps, owner, { lang, tokenHash, ip: clientAddress(request), requestId: request.id });
}

/** Reads these viewers again; those whose session ended are missing. */
export async function reloadViewers(
  deps: HttpDeps,
  viewers: readonly Viewer[],
): Promise<Map<Viewer, Viewer>> {
  const hashes = viewers.map(({ tokenHash }) => tokenHash);
  const owners = await deps.accounts.sessionOwners(deps.db, hashes, deps.now());
  return new Map(
    viewers.flatMap((viewer) => {
      const owner = owners.get(viewer.tokenHash.toString('hex'));
      return owner ? [[viewer, viewerOf(deps, owner, viewer)]] : [];
    }),
  );
}

function viewerOf(
  deps: HttpDeps,
  owner: SessionOwner,
  { lang, tokenHash, ip, requestId }: Pick<Viewer, 'lang' | 'tokenHash' | 'ip' | 'requestId'>,
): Viewer {
  const now = deps.now();
  return {
    id: owner.id,
    role: owner.role,
    name: owner.name,
    username: owner.username,
    lang,
    isSuperAdmin: owner.isSuperAdmin,
    isOwner: isOwner(deps.config, owner.username),
    hiddenUsername: findHiddenUsername(deps.config, owner.username),
    branches: owner.branches ?? undefined,
    caresFor: toCaredFor(owner.caresFor, now),
    lock: owner.hasLock ? (owner.unlockedUntil && owner.unlockedUntil > now ? 'open' : 'shut') : undefined,
    lockHasPin: owner.lockHasPin,
    mustFirst: findMustFirst(owner),
    tokenHash,
    session: {
      idleSeconds: owner.idleSeconds,
      startedAt: owner.startedAt,
      expiresAt: owner.expiresAt,
      provedAt: owner.provedAt,
      awaits: owner.awaits,
    },
    ip,
    requestId,
  };
}

/** The state of the account is checked before its password. */
function findMustFirst({ awaits, mustChange }: { awaits: SessionAwaits; mustChange: boolean | null }) {
  if (awaits === 'second-step') return awaits;
  return mustChange ? 'new-secret' : awaits;
}

export interface SignInInput {
  readonly id: number;
  readonly role: Role;
  readonly keepSignedIn: boolean;
  readonly awaits?: SessionAwaits;
  /** The hash of the password that was checked: rejected if the account has another by now. */
  readonly passwordHash?: string;
}

/**
 * Signs a person in: makes a session with the limits of her role, and its cookies. Ends any other session of
 * this browser.
 */
export async function startSession(
  deps: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  person: SignInInput,
): Promise<void> {
  const actor = { ...visitorActor(request), id: person.id, role: person.role };
  const refusal = person.passwordHash === undefined ? 'not_signed_in' : 'wrong_credentials';
  const also =
    person.awaits === 'second-step' ? {} : { also: (tx: Db) => recordSignIn(tx, actor, person.id) };
  await openSession(deps, request, reply, { ...person, ...also, refusal });
}

const recordSignIn = (tx: Db, actor: Actor, id: number) =>
  recordEvent(tx, actor, { action: 'signed_in', subject: 'sessions', subjectId: id });

/** Replaces the session that waited for the second step, after the step succeeded. */
export async function completeSignIn(
  deps: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  viewer: Viewer,
): Promise<void> {
  const also = (tx: Db) => recordSignIn(tx, viewer, viewer.id);
  await openSession(deps, request, reply, { ...viewer, keepSignedIn: false, continues: true, also });
}

async function openSession(
  deps: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  person: SignInInput & {
    continues?: boolean;
    refusal?: ErrorCode;
    provedAt?: Date;
    also?: (tx: Db) => Promise<void>;
  },
): Promise<void> {
  const kept = person.keepSignedIn && !isStaff(person.role);
  const limit = isStaff(person.role) ? limits.staff : kept ? limits.kept : limits.others;
  const token = randomToken();
  const now = deps.now();
  await inTransaction(deps.db, async (tx) => {
    const stands = await deps.accounts.holdAccount(tx, person.id, person.passwordHash);
    const ended = await endSession(deps, tx, request);
    if (!stands || (person.continues && !ended)) throw new Refusal(person.refusal ?? 'not_signed_in');
    await insertSession(tx, {
      tokenHash: hashToken(token),
      userId: person.id,
      idleSeconds: limit.idle,
      expiresAt: addMilliseconds(
        now,
        (person.awaits === 'second-step' ? secondStepWithin : limit.absolute) * 1000,
      ),
      now,
      ip: clientAddress(request),
      userAgent: request.headers['user-agent'] ?? null,
      awaits: person.awaits ?? null,
      provedAt: person.provedAt ?? now,
    });
    await person.also?.(tx);
  });
  const seconds = kept ? limit.absolute : undefined;
  sendCookie(deps, reply, 'session', token, { seconds });
  sendCookie(deps, reply, 'signed-in', '1', { seconds, readable: true });
  if (hasQuickExited(deps, request)) dropCookie(deps, reply, 'left');
}

/**
 * Ends the session of this browser; returns whether there was one. Its cookies stay until
 * `clearSessionCookies`.
 */
async function endSession(deps: Pick<HttpDeps, 'config'>, db: Db, request: FastifyRequest): Promise<boolean> {
  const token = readCookie(deps, request, 'session');
  return token !== undefined && (await deleteSession(db, hashToken(token))) !== null;
}

/** Signs the viewer out of this browser. */
export async function signOut(
  deps: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  viewer: Viewer | null,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await endSession(deps, tx, request);
    if (viewer)
      await recordEvent(tx, viewer, { action: 'signed_out', subject: 'sessions', subjectId: viewer.id });
  });
  clearSessionCookies(deps, reply);
}

/** Makes a new session after a changed password ended all of them; lifetime and proof stay as they were. */
export const startSessionAgain = (
  deps: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  viewer: Viewer,
  passwordHash: string,
): Promise<void> =>
  openSession(deps, request, reply, {
    ...viewer,
    passwordHash,
    keepSignedIn: viewer.session.idleSeconds === limits.kept.idle,
    awaits: viewer.session.awaits,
    provedAt: viewer.session.provedAt,
  });

/**
 * After a proof of identity, the session gets a new token and the old one becomes invalid. A cookie that
 * scripts can read names the new one, so that other tabs repeat their requests (`web/api/client.ts`).
 */
export async function renewSession(
  deps: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  viewer: Viewer,
  proved: { provedAt?: Date } = {},
): Promise<void> {
  const token = randomToken();
  const next = hashToken(token);
  if (!(await renewToken(deps.db, viewer.tokenHash, { next, ...proved }))) throw new Refusal('not_signed_in');
  const left = Math.floor((viewer.session.expiresAt.getTime() - deps.now().getTime()) / 1000);
  const seconds = viewer.session.idleSeconds === limits.kept.idle ? left : undefined;
  const times = countSessionTokens(request.headers.cookie ?? '') || 1;
  sendCookie(deps, reply, 'session', token, { seconds });
  sendCookie(deps, reply, 'signed-in', String(times + 1), { seconds, readable: true });
}

export function clearSessionCookies(deps: Pick<HttpDeps, 'config'>, reply: FastifyReply): void {
  for (const name of ['session', 'signed-in', 'left'] as const) dropCookie(deps, reply, name);
}
