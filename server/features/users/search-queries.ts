import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import type { Role } from '#shared/domain/people/roles.ts';
import { fold } from '#shared/domain/people/search.ts';
import {
  countMatching,
  firstByAge,
  idsMatching,
  isMatch,
  lastLetter,
  letterSteps,
  type Match,
  matchesSomehow,
  matchSteps,
  nameBegins,
  nearlyMatches,
} from './match-queries.ts';
import { peopleScope, rowsOf, type UserRow } from './queries.ts';

export interface PeopleSearch {
  readonly roles: readonly Role[];
  readonly q: string;
  readonly sort: 'name' | 'newest' | 'match';
  readonly limit: number;
  /** Where the page before ended: (name, id), (id), or (rank, id), by sort. */
  readonly after: readonly (string | number)[] | null;
  /** Where counting stops; 0: nobody asks how many there are. */
  readonly countTo: number;
  /** Only who is written so, not who sounds alike, by `match` and uncounted. */
  readonly toTheLetter?: boolean;
}

export interface FoundPerson extends UserRow {
  readonly rank: number;
}
type Ranked = Pick<FoundPerson, 'id' | 'rank'>;

/** Up to so many matches are found by the indexes and then sorted; of more the order is walked. */
const few = 1000;
/** Who came last is looked for among so many: where all are old, a walk from the newest passes everybody. */
const fewByAge = 5000;

/** What every statement of one search is made of: all that matches, and the steps of it, best first. */
interface Scope {
  readonly db: Db;
  readonly search: PeopleSearch;
  readonly always: SQL | undefined;
  readonly all: Match | null;
  readonly steps: readonly Match[];
}

const ofRoles = ({ search, always }: Scope): SQL | undefined =>
  and(inArray(users.role, [...search.roles]), always);
const oneOf = (ids: readonly number[]): SQL => sql`${users.id} = any(${sql.param([...ids])}::int[])`;

async function countAll(scope: Scope): Promise<number> {
  const { db, search, all } = scope;
  if (search.countTo === 0) return 0;
  if (all) return countMatching(db, all, search.roles, search.countTo);
  const counted = db
    .select({ one: sql`1` })
    .from(users)
    .where(ofRoles(scope))
    .limit(search.countTo)
    .as('counted');
  const [row] = await db.select({ n: sql<number>`count(*)`.mapWith(Number) }).from(counted);
  return row?.n ?? 0;
}

/** By name, walking the index of role and name: one branch a role. */
async function byName({ db, search, always }: Scope, condition: SQL | undefined): Promise<Ranked[]> {
  const [name, id] = search.after ?? [];
  const beyond = search.after ? sql`(${users.name}, ${users.id}) > (${name}, ${id}::int)` : undefined;
  const branches = search.roles.map(
    (role) => sql`(select ${users.id} as id, ${users.name} as name from ${users}
      where ${and(eq(users.role, role), always, condition, beyond)}
        order by ${users.name}, ${users.id} limit ${search.limit})`,
  );
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from (${sql.join(branches, sql` union all `)}) people order by name, id limit ${search.limit}`,
  );
  return rows.map(({ id: found }) => ({ id: found, rank: 0 }));
}

/** Whoever came last first, walking the numbers. */
async function byAge(
  scope: Scope,
  condition: SQL | undefined,
  { before, limit }: { before: unknown; limit: number },
): Promise<number[]> {
  const rows = await scope.db
    .select({ id: users.id })
    .from(users)
    .where(
      and(ofRoles(scope), condition, before === undefined ? undefined : sql`${users.id} < ${before}::int`),
    )
    .orderBy(sql`${users.id} desc`)
    .limit(limit);
  return rows.map(({ id }) => id);
}

const folded = sql`${users.search} collate "C"`;
const textOf = (id: unknown): SQL => sql`(select u.search from users u where u.id = ${id}::int)`;

/** Whose name begins so, in its order: a stretch of the index for each role. */
async function whoseNameBegins(
  { db, search, always }: Scope,
  condition: SQL,
  { after, limit }: { after: unknown; limit: number },
): Promise<number[]> {
  const from = `|${fold(search.q)}`;
  const beyond =
    after === undefined ? undefined : sql`(${folded}, ${users.id}) > (${textOf(after)}, ${after}::int)`;
  const branches = search.roles.map(
    (role) => sql`(select ${users.id} as id, ${folded} as folded from ${users}
      where ${and(eq(users.role, role), sql`${folded} >= ${from}`, sql`${folded} < ${from + lastLetter}`, always, condition, beyond)}
        order by ${folded}, ${users.id} limit ${limit})`,
  );
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from (${sql.join(branches, sql` union all `)}) people order by folded, id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** The step at which a person matches first. */
const rankOf = (steps: readonly Match[]): SQL =>
  sql`case ${sql.join(
    steps.map((step, rank) => sql`when ${isMatch(step)} then ${sql.raw(String(rank))}`),
    sql` `,
  )} else ${sql.raw(String(steps.length))} end`;

/** The page out of these few, and how many of them the viewer may see. */
async function sorted(scope: Scope, ids: readonly number[]): Promise<Page> {
  if (ids.length === 0) return { ranked: [], total: 0 };
  const { db, search, steps } = scope;
  const rank = search.sort === 'match' && steps.length > 1 ? rankOf(steps) : sql`0`;
  const [first, second] = search.after ?? [];
  const placed = (at: SQL, text: SQL, id: SQL) => sql`(${at}, case when ${at} < ${sql.raw(String(firstByAge))}
    then ${text} else '' end, case when ${at} < ${sql.raw(String(firstByAge))} then ${id} else - ${id} end)`;
  const order = {
    name: sql`(name, id)`,
    newest: sql`(-id)`,
    match: placed(sql`rank`, sql`folded`, sql`id`),
  }[search.sort];
  const start = {
    name: sql`(${first}, ${second}::int)`,
    newest: sql`(-${first}::int)`,
    match: placed(sql`${first}::int`, textOf(second), sql`${second}::int`),
  }[search.sort];
  const { rows } = await db.execute<Ranked & { total: number }>(sql`
    with people as materialized (select id, name, ${folded} as folded, ${rank} as rank from ${users}
      where ${and(oneOf(ids), ofRoles(scope))})
    select id, rank, (select count(*) from people) as total from people ${search.after ? sql`where ${order} > ${start}` : sql``}
      order by ${order} limit ${search.limit}`);
  // A page after the last one has no row to tell the number.
  return { ranked: rows, total: rows[0]?.total ?? (search.after ? ids.length : 0) };
}

/**
 * The page of one step after the other until it is full: of all steps, or of those before `end`. What the
 * steps before `begin` gave is handed over.
 */
async function fillByMatch(
  scope: Scope,
  { end = scope.steps.length, begin = 0, before = [] as readonly Ranked[] } = {},
): Promise<Ranked[]> {
  const { search, steps } = scope;
  const [from = 0, last] = (search.after ?? []).map(Number);
  const found = [...before];
  for (let rank = Math.max(from, begin); rank < end && found.length < search.limit; rank++) {
    const step = steps[rank];
    if (!step) break;
    const worse = steps.slice(0, rank).map((better) => sql`not ${isMatch(better)}`);
    const condition = and(isMatch(step), ...worse) ?? sql`true`;
    const limit = search.limit - found.length;
    const after = rank === from ? last : undefined;
    const ids =
      rank === nameBegins
        ? await whoseNameBegins(scope, condition, { after, limit })
        : await inStep(scope, step, { rank, condition, after, limit });
    found.push(...ids.map((id) => ({ id, rank })));
  }
  return found;
}

interface InStep {
  rank: number;
  condition: SQL;
  after: number | undefined;
  limit: number;
}

/** The page of one step: of its few by the order of the step, of many whoever came last. */
async function inStep(
  scope: Scope,
  step: Match,
  { rank, condition, after, limit }: InStep,
): Promise<number[]> {
  const most = rank >= firstByAge ? fewByAge : few;
  const ids = await idsMatching(scope.db, step, scope.search.roles, most + 1);
  if (ids.length === 0) return [];
  const some = ids.length > most ? condition : and(oneOf(ids), condition);
  if (rank >= firstByAge) return byAge(scope, some, { before: after, limit });
  const beyond =
    after === undefined ? undefined : sql`(${folded}, ${users.id}) > (${textOf(after)}, ${after}::int)`;
  const rows = await scope.db
    .select({ id: users.id })
    .from(users)
    .where(and(ofRoles(scope), some, beyond))
    .orderBy(folded, users.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

interface Page {
  ranked: Ranked[];
  total: number;
}

/** Of a name that very many bear, those of the page may be the last in the order of names. */
const fewByName = 20_000;

async function pageOf(scope: Scope): Promise<Page> {
  const { db, search, all } = scope;
  const inOrder = async (condition: SQL | undefined): Promise<Ranked[]> => {
    if (search.sort !== 'newest') return byName(scope, condition);
    const ids = await byAge(scope, condition, { before: search.after?.[0], limit: search.limit });
    return ids.map((id) => ({ id, rank: 0 }));
  };
  const both = async (ranked: Promise<Ranked[]>): Promise<Page> => {
    const [rows, total] = await Promise.all([ranked, countAll(scope)]);
    return { ranked: rows, total };
  };
  if (!all) return both(scope.steps.length > 0 ? fillByMatch(scope) : inOrder(undefined));
  // A name that many bear fills the page with those who begin so, whoever else may be meant.
  const best = search.sort === 'match' ? await fillByMatch(scope, { end: firstByAge }) : [];
  if (best.length === search.limit && search.countTo === 0) return { ranked: best, total: best.length };
  const most = search.sort === 'name' ? fewByName : few;
  const ids = await idsMatching(db, all, search.roles, most + 1);
  if (ids.length <= most) return sorted(scope, ids);
  return both(
    search.sort === 'match' ? fillByMatch(scope, { begin: firstByAge, before: best }) : inOrder(isMatch(all)),
  );
}

/** One page of people, in order, and how many there are in all pages. */
export async function findPeople(
  db: Db,
  viewer: Viewer,
  search: PeopleSearch,
): Promise<{ rows: FoundPerson[]; total: number }> {
  const always = and(isNull(users.erasedAt), peopleScope(viewer));
  const { q, toTheLetter = false } = search;
  const asked = fold(q) !== '';
  const scope: Scope = {
    db,
    search,
    always,
    all: asked && !toTheLetter ? matchesSomehow(q) : null,
    steps: asked ? (toTheLetter ? letterSteps : matchSteps)(q) : [],
  };
  const found = await pageOf(scope);
  const isNear = asked && !toTheLetter && found.total === 0 && found.ranked.length === 0;
  const near = nearlyMatches(q);
  const { ranked, total } = isNear ? await pageOf({ ...scope, all: near, steps: [near] }) : found;
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
