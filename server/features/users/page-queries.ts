import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { prepared } from '#server/engine/db/prepared-statements.ts';
import type { Role } from '#shared/domain/people/roles.ts';
import { normalizeForSearch } from '#shared/domain/people/search.ts';
import {
  firstStepByAge,
  hasNoIndexCondition,
  isMatch,
  lastLetter,
  type Match,
  selectMatchesOtherThanName,
  selectMatchingIds,
  selectMatchingRows,
} from './match-queries.ts';

export interface PeopleSearch {
  readonly roles: readonly Role[];
  readonly q: string;
  readonly sort: 'name' | 'newest' | 'match';
  readonly limit: number;
  /** Cursor: (name, id), (id) or (rank, id), by sort order. */
  readonly after: readonly (string | number)[] | null;
  /** Counting of all people stops here; 0: no count. */
  readonly countTo: number;
  /** Only exact spellings, not similar sounds, by `match` and without a count. */
  readonly toTheLetter?: boolean;
}

/** Matching people with their step. */
export type Ranked = Readonly<Record<'id' | 'rank', number>>;

export interface PeoplePage {
  ranked: Ranked[];
  total: number;
  /** A higher total means that there are more; undefined as in any other list. */
  countedTo?: number;
}

/**
 * Up to this number, matches are found by the indexes and then sorted; for more, the order's index is
 * scanned.
 */
const maxSorted = 1000;
/**
 * Number of matches that are sorted to find the newest: if all are old, a scan from the newest would read
 * everybody.
 */
const maxSortedByAge = 5000;

/** For a very frequent name, the rows of the page may be the last in the order of names. */
const maxSortedByName = 20_000;

/** Up to this number of matches are sorted in the requested order. */
export const sortLimitOf = ({ sort }: PeopleSearch): number =>
  sort === 'name' ? maxSortedByName : maxSorted;

/** Parts of every statement of one search: all matches, and the steps, best first. */
export interface SearchScope {
  readonly db: Db;
  readonly search: PeopleSearch;
  readonly always: SQL | undefined;
  readonly all: Match | null;
  readonly steps: readonly Match[];
}

export const hasSearchedRole = ({ search, always }: SearchScope): SQL | undefined =>
  and(inArray(users.role, [...search.roles]), always);

/** Limits of a suggestion list and of a page. */
const usualLimits = [8, 64];
/** The first page, best first, is requested with every typed letter: it is a prepared statement. */
const preparedIfFrequent = ({ search }: SearchScope): SQL =>
  search.sort === 'match' && !search.after && search.limit <= Math.max(...usualLimits) ? prepared : sql``;

/**
 * Rounds up to one of a few constants in the text: with a parameter the planner assumes many rows and plans
 * again for each.
 */
const roundUpLimit = (limit: number): SQL =>
  sql.raw(String(usualLimits.find((usual) => limit <= usual) ?? limit));

/** By name, scanning the index of role and name: one branch per role. */
export async function listPageByName(
  { db, search, always }: SearchScope,
  condition: SQL | undefined,
): Promise<Ranked[]> {
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

/** Newest first, scanning the ids. */
export async function listIdsByAge(
  scope: SearchScope,
  condition: SQL | undefined,
  { before, limit }: { before: unknown; limit: number },
): Promise<number[]> {
  const rows = await scope.db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        hasSearchedRole(scope),
        condition,
        before === undefined ? undefined : sql`${users.id} < ${before}::int`,
      ),
    )
    .orderBy(sql`${users.id} desc`)
    .limit(limit);
  return rows.map(({ id }) => id);
}

const searchTextColumn = sql`${users.search} collate "C"`;
const searchTextOfId = (id: unknown): SQL => sql`(select u.search from users u where u.id = ${id}::int)`;

/** After the cursor, in the order of rank and text. */
const isAfterCursor = ({ search }: SearchScope, rank: SQL): SQL | undefined => {
  if (!search.after) return undefined;
  const [from, last] = search.after;
  return sql`(${rank} > ${from}::int or (${searchTextColumn}, ${users.id}) > (${searchTextOfId(last)}, ${last}::int))`;
};

/** People with this prefix of the search text, with its step. */
interface PrefixRange {
  readonly rank: number;
  readonly begin: string;
}

/** The first matches of each prefix, in the order of their text: scans the index by role. */
export const selectPrefixMatches = (
  scope: SearchScope,
  begun: readonly PrefixRange[],
  condition: SQL | undefined,
): SQL => {
  const { search, always } = scope;
  const within = and(
    sql`${users.role} = begun.role and ${searchTextColumn} >= begun.text and ${searchTextColumn} < begun.text || ${lastLetter}`,
    always,
    isAfterCursor(scope, sql`begun.rank`),
    condition,
  );
  const each = begun.flatMap(({ rank, begin }) =>
    search.roles.map((role) => sql`(${sql.raw(String(rank))}, ${role}, ${begin})`),
  );
  return sql`select who.id, who.folded, begun.rank
    from (values ${sql.join(each, sql`, `)}) begun (rank, role, text),
    lateral (select ${users.id}, ${searchTextColumn} as folded from ${users} where ${within}
      order by ${searchTextColumn}, ${users.id} limit ${roundUpLimit(search.limit)}) who`;
};

export async function listPageByText(scope: SearchScope, people: SQL): Promise<Ranked[]> {
  const { db, search } = scope;
  const { rows } = await db.execute<{ id: number; rank: number }>(
    sql`${preparedIfFrequent(scope)}${people} order by rank, folded, id limit ${search.limit}`,
  );
  return rows.map(({ id, rank }) => ({ id, rank }));
}

/** Exact matches and names with the prefix, in the order of names. */
export async function listBestMatches(scope: SearchScope): Promise<Ranked[]> {
  const { search, steps } = scope;
  const [exact] = steps;
  const [from = 0] = (search.after ?? []).map(Number);
  if (!exact || from >= firstStepByAge) return [];
  const name = `|${normalizeForSearch(search.q)}`;
  const begins = { rank: 1, begin: name };
  const isNew = sql`(begun.rank = 0 or not ${isMatch(exact)})`;
  if (from > 0) return listPageByText(scope, selectPrefixMatches(scope, [begins], isNew));
  const others = sql`${users.id} = any(array(${selectMatchesOtherThanName(exact, search.roles)}))`;
  return listPageByText(
    scope,
    sql`select ${users.id}, ${searchTextColumn} as folded, 0 as rank from ${users}
        where ${and(others, hasSearchedRole(scope), isAfterCursor(scope, sql`0`))}
      union ${selectPrefixMatches(scope, [{ rank: 0, begin: `${name}|` }, begins], isNew)}`,
  );
}

/** The first step that a person matches. */
export const rankExpression = (steps: readonly Match[]): SQL =>
  sql`case ${sql.join(
    steps.map((step, rank) => sql`when ${isMatch(step)} then ${sql.raw(String(rank))}`),
    sql` `,
  )} else ${sql.raw(String(steps.length))} end`;

/** Whether the indexes return few enough people to rank them one by one. */
const checkIsFew = (found: SQL, most: number): SQL =>
  sql`few as materialized (select count(*) <= ${most}::int as "isFew" from ${found})`;
const aggregatePage = (page: SQL): SQL => sql`
  (select coalesce(json_agg(json_build_object('id', id, 'rank', rank)), '[]') from (${page}) page)`;

/**
 * The page out of the people that the indexes return, and the number that the viewer may see; null if there
 * are too many.
 */
export async function rankFewMatches(
  scope: SearchScope,
  asked: Match,
  rank: SQL,
): Promise<PeoplePage | null> {
  const { db, search } = scope;
  if (hasNoIndexCondition(asked)) return { ranked: [], total: 0 };
  const [first, second] = search.after ?? [];
  const placed = (
    at: SQL,
    text: SQL,
    id: SQL,
  ) => sql`(${at}, case when ${at} < ${sql.raw(String(firstStepByAge))}
    then ${text} else '' end, case when ${at} < ${sql.raw(String(firstStepByAge))} then ${id} else - ${id} end)`;
  const order = {
    name: sql`(name, id)`,
    newest: sql`(-id)`,
    match: placed(sql`rank`, sql`folded`, sql`id`),
  }[search.sort];
  const start = {
    name: sql`(${first}, ${second}::int)`,
    newest: sql`(-${first}::int)`,
    match: placed(sql`${first}::int`, searchTextOfId(second), sql`${second}::int`),
  }[search.sort];
  const most = sortLimitOf(search);
  // By name there may be thousands: rows are read after checking that there are not more.
  const byNumber = search.sort === 'name';
  const isFew = sql`(select "isFew" from few)`;
  const [met, from, one] = byNumber
    ? [
        selectMatchingIds(asked, search.roles, most + 1),
        users,
        sql`${users.id} = any(array(select id from met where ${isFew}))`,
      ]
    : [selectMatchingRows(asked, search.roles, most + 1), sql`met as ${users}`, isFew];
  const page = sql`select id, rank from people ${search.after ? sql`where ${order} > ${start}` : sql``}
    order by ${order} limit ${search.limit}`;
  const { rows } = await db.execute<{
    isFew: boolean;
    ranked: Ranked[];
    total: number;
  }>(sql`${preparedIfFrequent(scope)}
    with met as materialized (${met}), ${checkIsFew(sql`met`, most)},
    people as materialized (select id, name, ${searchTextColumn} as folded, ${rank} as rank from ${from}
      where ${and(one, hasSearchedRole(scope))})
    select "isFew", ${aggregatePage(page)} as ranked, (select count(*)::int from people) as total from few`);
  const [row] = rows;
  return row?.isFew ? { ranked: row.ranked, total: row.total } : null;
}

/** A step with its position. */
export interface RankedStep {
  readonly step: Match;
  readonly rank: number;
}

/** The newest of each of these steps, which share the index conditions, as far as the page needs them. */
export async function listNewestInSteps(
  scope: SearchScope,
  alike: readonly RankedStep[],
  limit: number,
): Promise<Ranked[]> {
  const { db, search, steps } = scope;
  const [asked] = alike;
  if (!asked || hasNoIndexCondition(asked.step)) return [];
  const [from, last] = search.after ?? [];
  const inStep = ({ step, rank }: RankedStep) =>
    and(isMatch(step), ...steps.slice(0, rank).map((better) => sql`not ${isMatch(better)}`));
  // A step is not evaluated if the previous ones fill the page.
  const named = ({ rank }: RankedStep) => sql.raw(`step${rank}`);
  const found = (of: readonly RankedStep[]) =>
    sql.join(
      of.map((one) => sql`select id, rank from ${named(one)}`),
      sql` union all `,
    );
  const parts = alike.map((one, i) => {
    const wanted =
      i === 0
        ? roundUpLimit(search.limit)
        : sql`(select greatest(0, ${limit}::int - count(*)) from (${found(alike.slice(0, i))}) better)`;
    const older = one.rank === from ? sql`and id < ${last}::int` : sql``;
    const holds = and(sql`${users.id} = newest.id`, hasSearchedRole(scope), inStep(one));
    // In this form the newest are read first, and reading stops when the page is full.
    return sql`${named(one)} as materialized (
      select newest.id, ${sql.raw(String(one.rank))} as rank
      from (select id from ids where (select "isFew" from few) ${older} order by id desc) newest,
        lateral (select from ${users} where ${holds} offset 0) who
      order by newest.id desc limit ${wanted})`;
  });
  const { rows } = await db.execute<{ isFew: boolean; ranked: Ranked[] }>(sql`${preparedIfFrequent(scope)}
    with ids as materialized (${selectMatchingIds(asked.step, search.roles, maxSortedByAge + 1)}),
      ${sql.join([checkIsFew(sql`ids`, maxSortedByAge), ...parts], sql`, `)}
    select "isFew", ${aggregatePage(sql`${found(alike)} order by rank, id desc limit ${limit}`)} as ranked
    from few`);
  if (rows[0]?.isFew) return rows[0].ranked;
  const walked: Ranked[] = [];
  for (const one of alike) {
    const rest = limit - walked.length;
    if (rest === 0) break;
    const at = { before: one.rank === from ? last : undefined, limit: rest };
    const ids = await listIdsByAge(scope, inStep(one), at);
    walked.push(...ids.map((id) => ({ id, rank: one.rank })));
  }
  return walked;
}
