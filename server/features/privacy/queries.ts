import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import { sessions, visitLocks } from '#server/db/schema/accounts.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { noProofTime } from '#server/engine/secrets/proof.ts';
import { isRecordNumberOf } from '#server/features/users/queries.ts';
import type { Relation } from '#shared/domain/people/family.ts';
import type { Role } from '#shared/domain/people/roles.ts';

export interface OpeningRow extends Record<string, unknown> {
  day: string;
  /** 0 for a program. */
  actorId: number;
  /** 0 for a person. */
  keyId: number;
  /** Null for an erased person. */
  name: string | null;
  nameAr: string | null;
  username: string | null;
  role: Role | 'program';
  relation: Relation | null;
  notes: boolean;
}

/** Cursor of a page. */
export interface OpeningPlace {
  readonly day: string;
  readonly actorId: number;
  readonly keyId: number;
}

/**
 * The openings of a patient's file: one row per person or program and day of the clinic. Older events store
 * no day; it is computed from their time.
 */
const openingsByDay = (patientId: number): SQL => sql`
  select coalesce(after ->> 'day', to_char(at at time zone 'Africa/Cairo' - interval '3 hours', 'YYYY-MM-DD'))
      as day, coalesce(actor_id, 0) as actor_id, coalesce(key_id, 0) as key_id, max(actor_role) as role,
      bool_or(action = 'notes_read') as notes
    from events where ${isRecordNumberOf(sql`patient_id`, patientId)} and action in ('file_opened', 'notes_read')
      and actor_id is distinct from patient_id
    group by 1, 2, 3`;

/** Newest days first, and one row more than requested. */
export async function openingsPage(
  db: Db,
  patientId: number,
  { limit, after }: { limit: number; after: OpeningPlace | null },
): Promise<OpeningRow[]> {
  const older = after
    ? sql`where (o.day, o.actor_id, o.key_id) < (${after.day}, ${after.actorId}::int, ${after.keyId}::int)`
    : sql``;
  const { rows } = await db.execute<OpeningRow>(sql`
    select o.day, o.actor_id as "actorId", o.key_id as "keyId", coalesce(k.name, u.name) as name,
      s.name_ar as "nameAr", u.username, o.role, o.notes,
      (select g.relation from guardians g where g.patient_id = ${patientId} and g.guardian_id = o.actor_id
        order by g.id desc limit 1) as relation
    from (${openingsByDay(patientId)}) o left join users u on u.id = o.actor_id and u.erased_at is null
      left join staff s on s.user_id = u.id left join api_keys k on k.id = o.key_id ${older}
    order by o.day desc, o.actor_id desc, o.key_id desc limit ${limit + 1}`);
  return rows;
}

export async function countOpenings(db: Db, patientId: number): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (${openingsByDay(patientId)}) o`,
  );
  return rows[0]?.n ?? 0;
}

/** Whether the person has a password or a passkey. */
export async function hasSecret(db: Db, userId: number): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(sql`
    select exists (select from credentials where user_id = ${userId})
      or exists (select from passkeys where user_id = ${userId}) as has`);
  return rows[0]?.has === true;
}

/** How the appointments are locked; without a PIN only a proof of identity opens them. */
export async function findVisitLock(db: Db, userId: number): Promise<{ pinHash: string | null } | undefined> {
  const [row] = await db
    .select({ pinHash: visitLocks.pinHash })
    .from(visitLocks)
    .where(eq(visitLocks.userId, userId));
  return row;
}

export async function saveLock(db: Db, userId: number, pinHash: string | null, setAt: Date): Promise<void> {
  await db
    .insert(visitLocks)
    .values({ userId, pinHash, setAt })
    .onConflictDoUpdate({ target: visitLocks.userId, set: { pinHash, setAt } });
}

/** Opens the lock in one session until a time. */
export async function unlockSessionUntil(db: Db, tokenHash: Buffer, unlockedUntil: Date): Promise<void> {
  await db.update(sessions).set({ unlockedUntil }).where(eq(sessions.tokenHash, tokenHash));
}

/**
 * Closes the lock in a session and invalidates its last proof, so that the next holder of the phone must
 * prove identity.
 */
export async function closeLockHere(db: Db, tokenHash: Buffer): Promise<void> {
  await db
    .update(sessions)
    .set({ unlockedUntil: null, provedAt: noProofTime })
    .where(eq(sessions.tokenHash, tokenHash));
}

/** Closes the lock in the person's other sessions. */
export async function closeLockElsewhere(
  db: Db,
  { id, tokenHash }: Pick<Viewer, 'id' | 'tokenHash'>,
): Promise<void> {
  await db
    .update(sessions)
    .set({ unlockedUntil: null })
    .where(and(eq(sessions.userId, id), ne(sessions.tokenHash, tokenHash)));
}
