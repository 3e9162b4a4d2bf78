import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { throttles } from '#server/db/schema/accounts.ts';
import { type ClientLogKind, clientLogs, errorGroups } from '#server/db/schema/logs.ts';
import { staff } from '#server/db/schema/staff.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { isNotOwner } from '#server/features/users/queries.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { likePattern } from '#shared/domain/people/search.ts';

export interface NewClientLog {
  readonly at: Date;
  readonly kind: ClientLogKind;
  readonly type: string;
  readonly userId: number | null;
  readonly page: string | null;
  readonly text: string;
  readonly details: Record<string, unknown> | null;
  readonly fingerprint: string | null;
}

/** One statement: all or none. */
export async function insertClientLogs(db: Db, rows: readonly NewClientLog[]): Promise<void> {
  await db.insert(clientLogs).values([...rows]);
}

/** Which of these causes are known. */
export async function knownCauses(db: Db, fingerprints: readonly string[]): Promise<Set<string>> {
  if (fingerprints.length === 0) return new Set();
  const rows = await db
    .select({ fingerprint: errorGroups.fingerprint })
    .from(errorGroups)
    .where(inArray(errorGroups.fingerprint, [...fingerprints]));
  return new Set(rows.map((row) => row.fingerprint));
}

/** Takes an amount of a daily limit; false, and nothing taken, if less is left. */
export async function spendBudget(
  db: Db,
  key: string,
  amount: number,
  budget: number,
  expire: Date,
): Promise<boolean> {
  if (amount > budget) return false;
  const spent = await db
    .insert(throttles)
    .values({ key, points: amount, expire: expire.getTime() })
    .onConflictDoUpdate({
      target: throttles.key,
      set: { points: sql`${throttles.points} + ${amount}` },
      setWhere: sql`${throttles.points} + ${amount} <= ${budget}`,
    })
    .returning({ points: throttles.points });
  return spent.length > 0;
}

/** Counts an error with the others of its cause. */
export async function countError(
  db: Db,
  error: {
    fingerprint: string;
    message: string;
    at: Date;
    n: number;
    sample: Record<string, unknown> | null;
  },
): Promise<void> {
  const { fingerprint, message, at, n, sample } = error;
  await db
    .insert(errorGroups)
    .values({ fingerprint, message, n, firstAt: at, lastAt: at, sample })
    .onConflictDoUpdate({
      target: errorGroups.fingerprint,
      set: {
        n: sql`${errorGroups.n} + ${n}`,
        firstAt: sql`least(${errorGroups.firstAt}, excluded.first_at)`,
        lastAt: sql`greatest(${errorGroups.lastAt}, excluded.last_at)`,
        sample: sql`excluded.sample`,
      },
    });
}

/** Cursor of an (at, id) list. */
export interface LogCursor {
  readonly at: string;
  readonly id: number;
}
export interface ClientLogFilter {
  readonly kind: ClientLogKind;
  readonly types: readonly string[];
  readonly userId?: number | undefined;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly q: string;
  readonly after: LogCursor | null;
}

/** Searching covers this number of newest entries, because a word may be in none of ten million. */
const maxSearchedLogs = 20_000;
const timestampLiteral = (at: Date) => sql`${at.toISOString()}::timestamptz`;

function timeBounds({ from, to, after }: ClientLogFilter): SQL {
  const parts = [sql`true`];
  if (from) parts.push(sql`at >= ${timestampLiteral(from)}`);
  if (to) parts.push(sql`at < ${timestampLiteral(to)}`);
  if (after) parts.push(sql`(at, id) < (${after.at}::timestamptz, ${after.id})`);
  return sql.join(parts, sql` and `);
}

const logColumns = sql`id, at, type, user_id, page, text, details`;

/**
 * An equality, so that the index is read no further than the time range; and a range that the planner expects
 * few rows of: otherwise it would scan the index by time for a type that does not exist.
 */
const typeCondition = sql`type = t.name and type between t.name and t.name`;

/**
 * The newest matching entries. Each type is read from its own part of the index and the parts are merged, so
 * that a rare type among ten million rows is as fast as a frequent one; one person's entries use her own
 * index.
 */
function newestEntriesQuery(filter: ClientLogFilter, limit: number): SQL {
  const { kind, types, userId } = filter;
  const ofTypes = sql`${sql.param([...types])}::text[]`;
  if (userId !== undefined) {
    return sql`select ${logColumns} from client_logs where user_id = ${userId} and kind = ${kind}
      and type = any(${ofTypes})
      and ${timeBounds(filter)} order by at desc, id desc limit ${limit}`;
  }
  return sql`select ${logColumns} from unnest(${ofTypes}) t(name) cross join lateral (select ${logColumns}
    from client_logs
      where kind = ${kind} and ${typeCondition} and ${timeBounds(filter)}
        order by at desc, id desc limit ${limit}) entry
    order by at desc, id desc limit ${limit}`;
}

function searchQuery(filter: ClientLogFilter, limit: number): SQL {
  if (filter.q === '') return newestEntriesQuery(filter, limit);
  const pattern = likePattern('substring', filter.q);
  return sql`select * from (${newestEntriesQuery(filter, maxSearchedLogs)}) recent
    where fold(text || ' ' || coalesce(page, '')) like ${pattern}
    order by at desc, id desc limit ${limit}`;
}

export interface ClientLogRow extends Record<string, unknown> {
  readonly id: string;
  readonly at: Date;
  readonly cursor: string;
  readonly type: string;
  readonly userId: number | null;
  readonly page: string | null;
  readonly text: string;
  readonly details: Record<string, unknown> | null;
}

export async function loadClientLogPage(
  db: Db,
  filter: ClientLogFilter,
  limit: number,
): Promise<ClientLogRow[]> {
  const { rows } = await db.execute<ClientLogRow>(sql`select id::text as id, at, at::text as cursor, type,
      user_id as "userId", page, text, details
    from (${searchQuery(filter, limit)}) page order by page.at desc, page.id desc`);
  return rows;
}

/** All matches up to the counting limit; ordered so that each type is read from its own part of the index. */
function countQuery(filter: ClientLogFilter, limit: number): SQL {
  const { kind, types, userId } = filter;
  if (filter.q !== '') return searchQuery(filter, limit);
  const ofTypes = sql`${sql.param([...types])}::text[]`;
  if (userId !== undefined)
    return sql`select 1 from client_logs where user_id = ${userId} and kind = ${kind} and type = any(${ofTypes}) and ${timeBounds(filter)} limit ${limit}`;
  return sql`select 1 from unnest(${ofTypes}) t(name) cross join lateral (select 1 from client_logs
    where kind = ${kind} and ${typeCondition} and ${timeBounds(filter)}
      order by at desc, id desc limit ${limit}) entry limit ${limit}`;
}

export async function countClientLogs(db: Db, filter: ClientLogFilter, upTo: number): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (${countQuery({ ...filter, after: null }, upTo)}) counted`,
  );
  return rows[0]?.n ?? 0;
}

export async function loadErrorGroupPage(
  db: Db,
  { q, after }: { q: string; after: { at: string; fingerprint: string } | null },
  limit: number,
) {
  return db
    .select({
      fingerprint: errorGroups.fingerprint,
      message: errorGroups.message,
      count: errorGroups.n,
      firstAt: errorGroups.firstAt,
      lastAt: errorGroups.lastAt,
      cursor: sql<string>`${errorGroups.lastAt}::text`,
      sample: errorGroups.sample,
    })
    .from(errorGroups)
    .where(
      and(
        q === '' ? undefined : sql`fold(${errorGroups.message}) like ${likePattern('substring', q)}`,
        after
          ? sql`(${errorGroups.lastAt}, ${errorGroups.fingerprint}) < (${after.at}::timestamptz, ${after.fingerprint})`
          : undefined,
      ),
    )
    .orderBy(desc(errorGroups.lastAt), desc(errorGroups.fingerprint))
    .limit(limit);
}

export async function countErrorGroups(db: Db, q: string): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(errorGroups)
    .where(q === '' ? undefined : sql`fold(${errorGroups.message}) like ${likePattern('substring', q)}`);
  return row?.n ?? 0;
}

/** Names of people, for lists with ids only; of staff in the requested language. */
export async function findNames(
  db: Db,
  viewer: Viewer,
  ids: readonly (number | null)[],
  lang: Lang = 'en',
): Promise<Map<number, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, name: users.name, nameAr: staff.nameAr })
    .from(users)
    .leftJoin(staff, eq(staff.userId, users.id))
    .where(and(inArray(users.id, known), isNotOwner(viewer)));
  return new Map(rows.map((row) => [row.id, (lang === 'ar' && row.nameAr) || row.name]));
}

/** Maximum number of people that a search text may match. */
export async function findPeopleMatching(
  db: Db,
  viewer: Viewer,
  q: string,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(sql`${users.search} like ${likePattern('substring', q)}`, isNotOwner(viewer)))
    .limit(limit);
  return rows.map((row) => row.id);
}
