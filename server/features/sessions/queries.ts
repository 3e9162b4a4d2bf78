import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { credentials, sessions } from '#server/db/schema/accounts.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { prepared } from '#server/engine/db/prepared-statements.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { deleteSession } from '#server/engine/http/queries.ts';
import type { Accounts, CaredPatientRow, SessionOwner } from '#server/engine/http/viewers.ts';
import { deleteAllSubscriptions } from '#server/features/recipients/push-queries.ts';
import { saveKeyUse, validKey } from './api-key-queries.ts';

/** The patients whose guardian the account is, as a column; null: none. */
export const caredPatientsColumn = (account: SQL): SQL<CaredPatientRow[] | null> => sql`(
  select json_agg(json_build_object('id', g.patient_id, 'agreed', g.reads_notes,
    'birthDate', f.birth_date, 'birthYear', g.birth_year) order by g.id)
  from guardians g left join patient_files f on f.patient_id = g.patient_id
  where g.guardian_id = ${account} and g.until is null and g.sees_visits)`;

/** The users of sessions that are neither idle too long nor expired. */
const selectSessionOwners = (which: SQL, now: Date): SQL => {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`
    select u.id, u.role, u.name, u.username, u.is_super_admin as "isSuperAdmin",
      c.must_change as "mustChange", s.awaits, s.proved_at as "provedAt",
      k.user_id is not null as "hasLock", k.pin_hash is not null as "lockHasPin",
      s.unlocked_until as "unlockedUntil",
      case when u.role = 'receptionist' then
        (select array_agg(l.location_id) from staff_locations l where l.user_id = u.id) end as branches,
      case when u.role = 'patient' then ${caredPatientsColumn(sql`u.id`)} end as "caresFor",
      s.created_at as "startedAt", s.seen_at as "seenAt", s.expires_at as "expiresAt",
      extract(epoch from s.idle)::int as "idleSeconds", encode(s.token_hash, 'hex') as token
    from sessions s join users u on u.id = s.user_id left join credentials c on c.user_id = u.id
      left join visit_locks k on k.user_id = u.id
    where ${which} and s.expires_at > ${at} and s.seen_at + s.idle > ${at}
      and u.deactivated_at is null and u.erased_at is null`;
};

/** The user of a session token. */
async function sessionOwner(db: Db, tokenHash: Buffer, now: Date): Promise<SessionOwner | undefined> {
  const { rows } = await db.execute<SessionOwner>(
    sql`${prepared}${selectSessionOwners(sql`s.token_hash = ${tokenHash}`, now)}`,
  );
  return rows[0];
}

/** The users of several tokens, by the token's hash in hex. */
async function sessionOwners(
  db: Db,
  tokenHashes: readonly Buffer[],
  now: Date,
): Promise<Map<string, SessionOwner>> {
  const hex = sql.param(tokenHashes.map((hash) => hash.toString('hex')));
  const which = sql`s.token_hash in (select decode(token, 'hex') from unnest(${hex}::text[]) token)`;
  const { rows } = await db.execute<SessionOwner>(selectSessionOwners(which, now));
  return new Map(rows.map((owner) => [owner.token, owner]));
}

/** Ends a session of quick exit, and push to all browsers of its owner. */
async function endSessionAndPush(db: Db, tokenHash: Buffer): Promise<void> {
  await inTransaction(db, async (tx) => {
    const userId = await deleteSession(tx, tokenHash);
    if (userId !== null) await deleteAllSubscriptions(tx, userId);
  });
}

/**
 * Whether the account is active and has this password hash, if one is given. Until the transaction ends
 * nobody can deactivate the account or end all of its sessions, because both lock its row first
 * (`lockPeople`).
 */
async function lockActiveAccount(db: Db, userId: number, passwordHash?: string): Promise<boolean> {
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
 * Ends all sessions of a person and push to her browsers; returns the hashes of the tokens. The caller has
 * locked the row (`lockPeople`): otherwise a session that begins meanwhile would survive.
 */
export async function deleteSessionsOf(db: Db, userId: number): Promise<readonly Buffer[]> {
  await deleteAllSubscriptions(db, userId);
  const ended = await db
    .delete(sessions)
    .where(eq(sessions.userId, userId))
    .returning({ tokenHash: sessions.tokenHash });
  return ended.map(({ tokenHash }) => tokenHash);
}

export const accounts: Accounts = {
  sessionOwner,
  sessionOwners,
  holdAccount: lockActiveAccount,
  deleteLeftSession: endSessionAndPush,
  validKey,
  saveUse: saveKeyUse,
};
