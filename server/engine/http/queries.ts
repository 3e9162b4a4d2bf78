import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { credentials, sessions } from '#server/db/schema/accounts.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { often } from '#server/engine/db/often.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { endPushOf } from '#server/engine/delivery/push-queries.ts';
import { later } from '#shared/domain/clinic-time.ts';
import { isMinorNow } from '#shared/domain/people/family.ts';
import { openForMs } from '#shared/domain/people/password-rules.ts';
import type { Role } from '#shared/domain/people/roles.ts';

/** Somebody whom an account looks after: whose visits it sees and changes. */
export interface CaredFor {
  readonly id: number;
  /** Whether it reads what her doctors share with her: of a minor, or of who agreed. */
  readonly notes: boolean;
}
export interface CaredRow {
  readonly id: number;
  readonly agreed: boolean;
  readonly birthDate: string | null;
  readonly birthYear: number | null;
}

/** Whom an account looks after now, as a column; null: nobody. */
export const caredForBy = (account: SQL): SQL<CaredRow[] | null> => sql`(
  select json_agg(json_build_object('id', g.patient_id, 'agreed', g.reads_notes,
    'birthDate', f.birth_date, 'birthYear', g.birth_year) order by g.id)
  from guardians g left join patient_files f on f.patient_id = g.patient_id
  where g.guardian_id = ${account} and g.until is null and g.sees_visits)`;

export const caredFor = (rows: readonly CaredRow[] | null, now: Date): CaredFor[] | undefined =>
  rows?.map(({ id, agreed, ...born }) => ({ id, notes: agreed || isMinorNow(born, now) }));

/** An account, with whom it looks after. */
export interface Acts {
  readonly id: number;
  readonly caresFor?: readonly CaredFor[] | undefined;
}

/** Those whose visits are hers to see and to change: her own, and of whom she looks after. */
export const thoseOf = ({ id, caresFor = [] }: Acts): number[] => [id, ...caresFor.map((one) => one.id)];

/** What a session waits for before it opens anything. */
export type SessionAwaits = 'second-step' | 'second-step-setup' | null;

export interface SessionOwner extends Record<string, unknown> {
  id: number;
  role: Role;
  name: string;
  username: string | null;
  isSuperAdmin: boolean;
  mustChange: boolean | null;
  awaits: SessionAwaits;
  provedAt: Date;
  hasLock: boolean;
  lockHasPin: boolean;
  unlockedUntil: Date | null;
  /** Of a receptionist. */
  branches: number[] | null;
  caresFor: CaredRow[] | null;
  startedAt: Date;
  seenAt: Date;
  expiresAt: Date;
  idleSeconds: number;
  /** The hash of its token, in hex. */
  token: string;
}

/** The people behind sessions that are neither idle too long nor over. */
const ownersOf = (which: SQL, now: Date): SQL => {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`
    select u.id, u.role, u.name, u.username, u.is_super_admin as "isSuperAdmin",
      c.must_change as "mustChange", s.awaits, s.proved_at as "provedAt",
      k.user_id is not null as "hasLock", k.pin_hash is not null as "lockHasPin",
      s.unlocked_until as "unlockedUntil",
      case when u.role = 'receptionist' then
        (select array_agg(l.location_id) from staff_locations l where l.user_id = u.id) end as branches,
      case when u.role = 'patient' then ${caredForBy(sql`u.id`)} end as "caresFor",
      s.created_at as "startedAt", s.seen_at as "seenAt", s.expires_at as "expiresAt",
      extract(epoch from s.idle)::int as "idleSeconds", encode(s.token_hash, 'hex') as token
    from sessions s join users u on u.id = s.user_id left join credentials c on c.user_id = u.id
      left join visit_locks k on k.user_id = u.id
    where ${which} and s.expires_at > ${at} and s.seen_at + s.idle > ${at}
      and u.deactivated_at is null and u.erased_at is null`;
};

/** The person behind a session's token. */
export async function sessionOwner(db: Db, tokenHash: Buffer, now: Date): Promise<SessionOwner | undefined> {
  const { rows } = await db.execute<SessionOwner>(
    sql`${often}${ownersOf(sql`s.token_hash = ${tokenHash}`, now)}`,
  );
  return rows[0];
}

/** The people behind many, by their token's hash in hex. */
export async function sessionOwners(
  db: Db,
  tokenHashes: readonly Buffer[],
  now: Date,
): Promise<Map<string, SessionOwner>> {
  const hex = sql.param(tokenHashes.map((hash) => hash.toString('hex')));
  const which = sql`s.token_hash in (select decode(token, 'hex') from unnest(${hex}::text[]) token)`;
  const { rows } = await db.execute<SessionOwner>(ownersOf(which, now));
  return new Map(rows.map((owner) => [owner.token, owner]));
}

/** She is still there: what she opened stays open a while longer. */
export async function touchSession(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  const open = sql<Date>`case when ${sessions.unlockedUntil} > ${now.toISOString()}::timestamptz
    then ${later(now, openForMs).toISOString()}::timestamptz end`;
  await db
    .update(sessions)
    .set({ seenAt: now, unlockedUntil: open })
    .where(eq(sessions.tokenHash, tokenHash));
}

export interface NewSession {
  readonly tokenHash: Buffer;
  readonly userId: number;
  readonly idleSeconds: number;
  readonly expiresAt: Date;
  readonly now: Date;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly awaits: SessionAwaits;
  readonly provedAt: Date;
}

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db.insert(sessions).values({
    tokenHash: session.tokenHash,
    userId: session.userId,
    idle: `${session.idleSeconds} seconds`,
    expiresAt: session.expiresAt,
    createdAt: session.now,
    seenAt: session.now,
    ip: session.ip,
    userAgent: session.userAgent?.slice(0, 400) ?? null,
    awaits: session.awaits,
    provedAt: session.provedAt,
  });
}

/** The same session by another token; false where it has ended, or has another by now. */
export async function renewToken(
  db: Db,
  tokenHash: Buffer,
  { next, ...proved }: { next: Buffer; provedAt?: Date },
): Promise<boolean> {
  const renewed = await db
    .update(sessions)
    .set({ tokenHash: next, ...proved })
    .where(eq(sessions.tokenHash, tokenHash))
    .returning({ userId: sessions.userId });
  return renewed.length > 0;
}

/**
 * Whoever was asked to set a second step up has one now: the session in which she did is open. Others that
 * waited for it end: who is in them has shown a password and nothing else.
 */
export async function endSetUp(db: Db, userId: number, tokenHash: Buffer): Promise<void> {
  const waiting = and(eq(sessions.userId, userId), eq(sessions.awaits, 'second-step-setup'));
  await db.delete(sessions).where(and(waiting, ne(sessions.tokenHash, tokenHash)));
  await db.update(sessions).set({ awaits: null }).where(waiting);
}

/** Answers whose it was; null where it has ended already. */
export async function deleteSession(db: Db, tokenHash: Buffer): Promise<number | null> {
  const [ended] = await db
    .delete(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
    .returning({ userId: sessions.userId });
  return ended?.userId ?? null;
}

/** Ends the session of a browser that was left quickly, and push to all browsers of its owner. */
export async function deleteLeftSession(db: Db, tokenHash: Buffer): Promise<void> {
  await inTransaction(db, async (tx) => {
    const userId = await deleteSession(tx, tokenHash);
    if (userId !== null) await endPushOf(tx, userId);
  });
}

/**
 * Is her account open, and this still the hash of her password, where one is named? Until the end of the
 * transaction nobody closes it or ends all of her sessions: they lock her row first (`lockPeople`).
 */
export async function holdAccount(db: Db, userId: number, passwordHash?: string): Promise<boolean> {
  const open = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deactivatedAt), isNull(users.erasedAt)))
    .for('share');
  if (open.length === 0 || passwordHash === undefined) return open.length > 0;
  const same = await db
    .select({ userId: credentials.userId })
    .from(credentials)
    .where(and(eq(credentials.userId, userId), eq(credentials.passwordHash, passwordHash)));
  return same.length > 0;
}

/**
 * Ends all of her sessions, and push to her browsers; answers the hashes of the sessions' tokens. Her row is
 * locked already (`lockPeople`): one that begins meanwhile would outlive it.
 */
export async function deleteSessionsOf(db: Db, userId: number): Promise<readonly Buffer[]> {
  await endPushOf(db, userId);
  const ended = await db
    .delete(sessions)
    .where(eq(sessions.userId, userId))
    .returning({ tokenHash: sessions.tokenHash });
  return ended.map(({ tokenHash }) => tokenHash);
}

/**
 * For the metrics: what waits and what was given up, by channel; how late the periodic jobs are, in seconds.
 */
export async function queueFigures(db: Db, now: Date) {
  const at = now.toISOString();
  const channels = await db.execute<{ channel: string; due: number; dead: number }>(sql`
    select channel, count(*) filter (where state = 'queued')::int as due,
      count(*) filter (where state = 'dead')::int as dead
    from messages where (state = 'queued' and run_at <= ${at}::timestamptz) or state = 'dead'
      group by channel order by channel`);
  const tasks = await db.execute<{ name: string; late: number; okAge: number | null }>(sql`
    select name, greatest(0, extract(epoch from ${at}::timestamptz - due_at))::float8 as late,
      extract(epoch from ${at}::timestamptz - last_ok_at)::float8 as "okAge"
      from tasks order by name`);
  return { channels: channels.rows, tasks: tasks.rows };
}

/** What nobody can use any more: sessions, links and codes, throttles. */
export async function purgeExpired(db: Db, now: Date, linksUntil: Date): Promise<void> {
  const at = now.toISOString();
  await db.execute(
    sql`delete from sessions where expires_at < ${at}::timestamptz or seen_at + idle < ${at}::timestamptz`,
  );
  await db.execute(sql`delete from tokens where expires_at < ${linksUntil.toISOString()}::timestamptz`);
  await db.execute(sql`delete from throttles where expire < ${now.getTime()}`);
}
