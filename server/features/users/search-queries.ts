import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { users } from '#server/db/schema/users.ts';
import type { Deps } from '#server/deps.ts';
import type { Viewer } from '#server/http/session.ts';
import { phoneSearch } from '#shared/domain/phone-text.ts';
import { parseReference } from '#shared/domain/reference-code.ts';
import type { Role } from '#shared/domain/roles.ts';
import { fold, likePattern, type MatchKind, matchKinds } from '#shared/domain/search.ts';
import { notTheOwner, rowsOf, type UserRow } from './queries.ts';

export interface PeopleSearch {
  readonly roles: readonly Role[];
  readonly q: string;
  readonly sort: 'name' | 'newest' | 'match';
  readonly limit: number;
  /** Where the page before ended: (name, id), (id), or (rank, name, id), by sort. */
  readonly after: readonly (string | number)[] | null;
}

export interface FoundPerson extends UserRow {
  readonly rank: number;
}

/** Rows whose search text matches in this way: as typed, or as the phone it may be the start of; a reference code matches exactly. */
function matching(kind: MatchKind, q: string): SQL {
  const phone = phoneSearch(q);
  const texts = [sql`${users.search} like ${likePattern(kind, q)}`];
  if (phone !== null && phone !== fold(q)) texts.push(sql`${users.search} like ${likePattern(kind, phone)}`);
  const reference = parseReference(q);
  if (reference !== null) texts.push(sql`${users.id} = ${reference}`);
  return sql`(${sql.join(texts, sql` or `)})`;
}

/** Everything `search` finds, page or no page. */
function found(deps: Pick<Deps, 'config'>, viewer: Viewer, search: PeopleSearch): SQL | undefined {
  const text = fold(search.q) === '' ? undefined : matching('substring', search.q);
  return and(isNull(users.erasedAt), notTheOwner(deps, viewer), text);
}

interface Branch {
  readonly role: Role;
  readonly rank: number;
  readonly text: SQL | undefined;
  readonly after: { name: string; id: number } | null;
}

/** One role's people in one manner of matching, by name: walks the index of role and name. */
function branchSql({ role, rank, text, after }: Branch, always: SQL | undefined, limit: number): SQL {
  const beyond = after ? sql`(${users.name}, ${users.id}) > (${after.name}, ${after.id}::int)` : undefined;
  return sql`(select ${users.id} as id, ${users.name} as name, ${rank}::int as rank from ${users}
    where ${and(eq(users.role, role), always, text, beyond)} order by ${users.name}, ${users.id} limit ${limit})`;
}

/** By match: first who fits exactly, then who begins so, then the rest; no one twice. */
function rankedTexts(q: string): SQL[] {
  const [exact, prefix, substring] = matchKinds.map((kind) => matching(kind, q)) as [SQL, SQL, SQL];
  return [exact, sql`(${prefix} and not ${exact})`, sql`(${substring} and not ${prefix})`];
}

function branches(search: PeopleSearch): Branch[] {
  const { after } = search;
  if (search.sort !== 'match' || fold(search.q) === '') {
    const text = fold(search.q) === '' ? undefined : matching('substring', search.q);
    const [name, id] = after?.slice(-2) ?? [];
    return search.roles.map((role) => ({ role, rank: 0, text, after: after ? { name: String(name), id: Number(id) } : null }));
  }
  const [from = 0, name, id] = after ?? [];
  return rankedTexts(search.q).flatMap((text, rank) => {
    if (rank < Number(from)) return [];
    const start = after && rank === Number(from) ? { name: String(name), id: Number(id) } : null;
    return search.roles.map((role) => ({ role, rank, text, after: start }));
  });
}

async function idsByName(
  db: Db,
  deps: Pick<Deps, 'config'>,
  viewer: Viewer,
  search: PeopleSearch,
): Promise<{ id: number; rank: number }[]> {
  const always = and(isNull(users.erasedAt), notTheOwner(deps, viewer));
  const parts = branches(search).map((branch) => branchSql(branch, always, search.limit));
  const { rows } = await db.execute<{ id: number; rank: number }>(
    sql`select id, rank from (${sql.join(parts, sql` union all `)}) people order by rank, name, id limit ${search.limit}`,
  );
  return rows;
}

async function idsByAge(db: Db, deps: Pick<Deps, 'config'>, viewer: Viewer, search: PeopleSearch): Promise<{ id: number; rank: number }[]> {
  const before = search.after ? sql`${users.id} < ${search.after[0]}` : undefined;
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.role, [...search.roles]), found(deps, viewer, search), before))
    .orderBy(sql`${users.id} desc`)
    .limit(search.limit);
  return rows.map(({ id }) => ({ id, rank: 0 }));
}

/** One page of people, in order. */
export async function findPeople(db: Db, deps: Pick<Deps, 'config'>, viewer: Viewer, search: PeopleSearch): Promise<FoundPerson[]> {
  const ids = await (search.sort === 'newest' ? idsByAge : idsByName)(db, deps, viewer, search);
  const rows = new Map(
    (
      await rowsOf(
        db,
        ids.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  return ids.flatMap(({ id, rank }) => {
    const row = rows.get(id);
    return row ? [{ ...row, rank }] : [];
  });
}

/** How many people there are in all pages, counted no further than `upTo`. */
export async function countPeople(db: Db, deps: Pick<Deps, 'config'>, viewer: Viewer, search: PeopleSearch, upTo: number): Promise<number> {
  const counted = db
    .select({ one: sql`1` })
    .from(users)
    .where(and(inArray(users.role, [...search.roles]), found(deps, viewer, search)))
    .limit(upTo)
    .as('counted');
  const [row] = await db.select({ n: sql<number>`count(*)`.mapWith(Number) }).from(counted);
  return row?.n ?? 0;
}
