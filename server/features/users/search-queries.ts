import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import type { Role } from '#shared/domain/people/roles.ts';
import { fold } from '#shared/domain/people/search.ts';
import { matchesSomehow, matchSteps, nearlyMatches, unindexed } from './match-queries.ts';
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
 * Up to so many matches are gathered by the indexes of their text and then sorted; more are met soon in the
 * order they are wanted.
 */
const few = 2000;

/** What every statement of one search is made of: all that matches, and the steps of it, best first. */
interface Scope {
  readonly db: Db;
  readonly search: PeopleSearch;
  readonly always: SQL | undefined;
  readonly matching: SQL | undefined;
  readonly steps: readonly SQL[];
}

async function idsMatching({ db, search, always }: Scope, text: SQL): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(text, inArray(users.role, [...search.roles]), always))
    .limit(few + 1);
  return rows.map(({ id }) => id);
}

async function countMatching({ db, search, always, matching }: Scope): Promise<number> {
  const counted = db
    .select({ one: sql`1` })
    .from(users)
    .where(and(inArray(users.role, [...search.roles]), always, matching))
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

const rankOf = (steps: readonly SQL[]): SQL =>
  sql`case ${sql.join(
    steps.slice(0, -1).map((step, rank) => sql`when ${step} then ${sql.raw(String(rank))}`),
    sql` `,
  )} else ${sql.raw(String(steps.length - 1))} end`;

/** The page out of the few that match, and their number; null when there are more than that. */
async function sortFew(scope: Scope): Promise<{ ranked: Ranked[]; total: number } | null> {
  const { db, search, always, matching, steps } = scope;
  const rank = search.sort === 'match' && steps.length > 1 ? rankOf(steps) : sql`0`;
  const order = { name: sql`name, id`, newest: sql`-id`, match: sql`rank, name, id` }[search.sort];
  const [first, second, third] = search.after ?? [];
  const start = {
    name: sql`(${first}, ${second}::int)`,
    newest: sql`(-${first}::int)`,
    match: sql`(${first}::int, ${second}, ${third}::int)`,
  };
  const { rows } = await db.execute<Ranked & { total: number }>(sql`
    with people as materialized (select id, name, ${rank} as rank from ${users}
      where ${and(matching, inArray(users.role, [...search.roles]), always)} limit ${few + 1})
    select id, rank, (select count(*) from people) as total from people
    ${search.after ? sql`where (${order}) > ${start[search.sort]}` : sql``}
      order by ${order} limit ${search.limit}`);
  const total = rows[0]?.total ?? (search.after ? await countMatching(scope) : 0);
  return total > few ? null : { total, ranked: rows };
}

/** The page out of very many matches, one step after the other until it is full. */
async function fillByMatch(scope: Scope): Promise<Ranked[]> {
  const { search, steps } = scope;
  const from = Number(search.after?.[0] ?? 0);
  const found: Ranked[] = [];
  for (let rank = from; rank < steps.length && found.length < search.limit; rank++) {
    const better = steps.slice(0, rank).map((step) => sql`(${step}) is not true`);
    const step = and(steps[rank], ...better);
    if (!step) break;
    const after = rank === from ? search.after : null;
    const ids = await idsMatching(scope, step);
    const page = await walkByName(
      scope,
      ids.length > few ? unindexed(step) : inArray(users.id, ids.length > 0 ? ids : [0]),
      after,
      search.limit - found.length,
    );
    found.push(...page.map((id) => ({ id, rank })));
  }
  return found;
}

async function page(scope: Scope): Promise<{ ranked: Ranked[]; total: number }> {
  const { search, matching } = scope;
  const byName = async (text: SQL | undefined) =>
    (await walkByName(scope, text, search.after, search.limit)).map((id) => ({ id, rank: 0 }));
  const inOrder = (text: SQL | undefined) => (search.sort === 'newest' ? newest(scope, text) : byName(text));
  if (!matching) return { total: await countMatching(scope), ranked: await inOrder(undefined) };
  const gathered = await sortFew(scope);
  if (gathered) return gathered;
  const total = await countMatching(scope);
  const ranked = search.sort === 'match' ? await fillByMatch(scope) : await inOrder(unindexed(matching));
  return { total, ranked };
}

/** One page of people, in order, and how many there are in all pages. */
export async function findPeople(
  db: Db,
  viewer: Viewer,
  search: PeopleSearch,
): Promise<{ rows: FoundPerson[]; total: number }> {
  const always = and(isNull(users.erasedAt), peopleScope(viewer));
  const { q } = search;
  const asked = fold(q) !== '';
  const scope: Scope = {
    db,
    search,
    always,
    matching: asked ? matchesSomehow(q) : undefined,
    steps: asked ? matchSteps(q) : [],
  };
  const found = await page(scope);
  const near = asked && found.total === 0 ? nearlyMatches(q) : undefined;
  const { ranked, total } = near ? await page({ ...scope, matching: near, steps: [near] }) : found;
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
