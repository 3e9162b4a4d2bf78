import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { phoneSearch } from '#shared/domain/people/phone-text.ts';
import { parseReference } from '#shared/domain/people/reference-code.ts';
import type { Role } from '#shared/domain/people/roles.ts';
import { fold, likePattern, type MatchKind, matchKinds } from '#shared/domain/people/search.ts';
import { peopleScope, rowsOf, type UserRow } from './queries.ts';

export interface PeopleSearch {
  readonly roles: readonly Role[];
  readonly q: string;
  readonly sort: 'name' | 'newest' | 'match';
  readonly limit: number;
  /** Where the page before ended: (name, id), (id), or (rank, name, id), by sort. */
  readonly after: readonly (string | number)[] | null;
  /** Where counting stops. */
  readonly countTo: number;
}

export interface FoundPerson extends UserRow {
  readonly rank: number;
}
type Ranked = Pick<FoundPerson, 'id' | 'rank'>;

/**
 * Up to so many matches are gathered by the index of their text and then sorted; more are met soon in the
 * order they are wanted.
 */
const few = 20_000;

/** So many matches of one manner, and its order is walked. */
const enough = 2001;

/** What every statement of one search is made of. */
interface Scope {
  readonly db: Db;
  readonly search: PeopleSearch;
  readonly always: SQL | undefined;
}

/**
 * Rows whose text matches in this way: as typed, or as the phone it may be the start of; a reference code
 * matches exactly.
 */
function matching(kind: MatchKind, q: string, text: SQL = sql`${users.search}`): SQL {
  const phone = phoneSearch(q);
  const alternatives = [sql`${text} like ${likePattern(kind, q)}`];
  if (phone !== null && phone !== fold(q)) alternatives.push(sql`${text} like ${likePattern(kind, phone)}`);
  const reference = parseReference(q);
  if (reference !== null) alternatives.push(sql`${users.id} = ${reference}`);
  return sql`(${sql.join(alternatives, sql` or `)})`;
}

/** The text in a form no index knows: the planner then walks the order instead of sorting thousands. */
const unindexed = sql`(${users.search} || '')`;

/** Exact, else prefix, else anywhere: no one twice. */
function rankTexts(q: string, text?: SQL): SQL[] {
  const [exact, prefix, substring] = matchKinds.map((kind) => matching(kind, q, text)) as [SQL, SQL, SQL];
  return [exact, sql`(${prefix} and not ${exact})`, sql`(${substring} and not ${prefix})`];
}

async function idsMatching({ db, search, always }: Scope, text: SQL): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(text, inArray(users.role, [...search.roles]), always))
    .limit(enough);
  return rows.map(({ id }) => id);
}

async function countMatching({ db, search, always }: Scope, text: SQL | undefined): Promise<number> {
  const counted = db
    .select({ one: sql`1` })
    .from(users)
    .where(and(inArray(users.role, [...search.roles]), always, text))
    .limit(search.countTo)
    .as('counted');
  const [row] = await db.select({ n: sql<number>`count(*)`.mapWith(Number) }).from(counted);
  return row?.n ?? 0;
}

const beyond = (after: readonly (string | number)[] | null): SQL | undefined =>
  after ? sql`(${users.name}, ${users.id}) > (${after.at(-2)}, ${after.at(-1)}::int)` : undefined;

/** By name, walking the index of role and name: one branch a role. */
async function walkByName(
  { db, search, always }: Scope,
  text: SQL | undefined,
  after: PeopleSearch['after'],
  limit: number,
): Promise<number[]> {
  const branches = search.roles.map(
    (role) => sql`(select ${users.id} as id, ${users.name} as name from ${users}
      where ${and(eq(users.role, role), always, text, beyond(after))}
        order by ${users.name}, ${users.id} limit ${limit})`,
  );
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from (${sql.join(branches, sql` union all `)}) people order by name, id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

async function newest({ db, search, always }: Scope, text: SQL | undefined): Promise<Ranked[]> {
  const before = search.after ? sql`${users.id} < ${search.after[0]}` : undefined;
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.role, [...search.roles]), always, text, before))
    .orderBy(sql`${users.id} desc`)
    .limit(search.limit);
  return rows.map(({ id }) => ({ id, rank: 0 }));
}

/** The page out of the few that match, and their number; null when there are more than that. */
async function sortFew(scope: Scope): Promise<{ ranked: Ranked[]; total: number } | null> {
  const { db, search, always } = scope;
  const ranked = search.sort === 'match';
  const [exact, prefix, substring] = matchKinds.map((kind) => matching(kind, search.q)) as [SQL, SQL, SQL];
  const rank = ranked ? sql`case when ${exact} then 0 when ${prefix} then 1 else 2 end` : sql`0`;
  const order = { name: sql`name, id`, newest: sql`-id`, match: sql`rank, name, id` }[search.sort];
  const [first, second, third] = search.after ?? [];
  const start = {
    name: sql`(${first}, ${second}::int)`,
    newest: sql`(-${first}::int)`,
    match: sql`(${first}::int, ${second}, ${third}::int)`,
  };
  const { rows } = await db.execute<Ranked & { total: number }>(sql`
    with people as materialized (select id, name, ${rank} as rank from ${users}
      where ${and(substring, inArray(users.role, [...search.roles]), always)} limit ${few + 1})
    select id, rank, (select count(*) from people) as total from people
    ${search.after ? sql`where (${order}) > ${start[search.sort]}` : sql``}
      order by ${order} limit ${search.limit}`);
  const total = rows[0]?.total ?? (search.after ? await countMatching(scope, substring) : 0);
  return total > few ? null : { total, ranked: rows };
}

/** The page out of very many matches, one manner of matching after the other until it is full. */
async function fillByMatch(scope: Scope): Promise<Ranked[]> {
  const { search } = scope;
  const from = Number(search.after?.[0] ?? 0);
  const found: Ranked[] = [];
  for (let rank = from; rank < matchKinds.length && found.length < search.limit; rank++) {
    const after = rank === from ? search.after : null;
    const limit = search.limit - found.length;
    const [text, plain] = [rankTexts(search.q)[rank], rankTexts(search.q, unindexed)[rank]];
    if (!text) break;
    const ids = await idsMatching(scope, text);
    const page = await walkByName(
      scope,
      ids.length === enough ? plain : inArray(users.id, ids.length > 0 ? ids : [0]),
      after,
      limit,
    );
    found.push(...page.map((id) => ({ id, rank })));
  }
  return found;
}

async function page(scope: Scope): Promise<{ ranked: Ranked[]; total: number }> {
  const { search } = scope;
  const byName = async (text: SQL | undefined) =>
    (await walkByName(scope, text, search.after, search.limit)).map((id) => ({ id, rank: 0 }));
  if (fold(search.q) === '') {
    const total = await countMatching(scope, undefined);
    return {
      total,
      ranked: search.sort === 'newest' ? await newest(scope, undefined) : await byName(undefined),
    };
  }
  const gathered = await sortFew(scope);
  if (gathered) return gathered;
  const total = await countMatching(scope, matching('substring', search.q));
  const text = matching('substring', search.q, unindexed);
  if (search.sort === 'match') return { total, ranked: await fillByMatch(scope) };
  return { total, ranked: search.sort === 'newest' ? await newest(scope, text) : await byName(text) };
}

/** One page of people, in order, and how many there are in all pages. */
export async function findPeople(
  db: Db,
  viewer: Viewer,
  search: PeopleSearch,
): Promise<{ rows: FoundPerson[]; total: number }> {
  const scope: Scope = { db, search, always: and(isNull(users.erasedAt), peopleScope(viewer)) };
  const { ranked, total } = await page(scope);
  const byId = new Map(
    (
      await rowsOf(
        db,
        ranked.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  const rows = ranked.flatMap(({ id, rank }) => {
    const row = byId.get(id);
    return row ? [{ ...row, rank }] : [];
  });
  return { rows, total };
}
