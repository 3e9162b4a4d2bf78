import { and, isNull, type SQL, sql } from 'drizzle-orm';
import { users } from '#server/db/schema/users.ts';
import { countUpTo } from '#server/engine/db/capped-count.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { normalizeForSearch } from '#shared/domain/people/search.ts';
import {
  firstInexactStep,
  firstStepByAge,
  haveSameConditions,
  isMatch,
  isOneWord,
  listLetterReadings,
  listReadings,
  type SearchReading,
} from './match-queries.ts';
import {
  hasSearchedRole,
  listBestMatches,
  listIdsByAge,
  listNewestInSteps,
  listPageByName,
  listPageByText,
  type PeoplePage,
  type PeopleSearch,
  type Ranked,
  rankExpression,
  rankFewMatches,
  type SearchScope,
  selectPrefixMatches,
  sortLimitOf,
} from './page-queries.ts';
import { peopleScope, type UserRow, usersByIds } from './queries.ts';

export type FoundPerson = UserRow & Ranked;

interface FillRange {
  readonly begin: number;
  readonly end?: number;
  /** Rows of the steps before `begin`. */
  readonly before: readonly Ranked[];
}

/** Fills the page step by step, newest first. */
async function fillByAge(
  scope: SearchScope,
  { begin, end = scope.steps.length, before }: FillRange,
): Promise<Ranked[]> {
  const { search, steps } = scope;
  const [from = 0] = (search.after ?? []).map(Number);
  const found = [...before];
  const placed = steps.map((step, rank) => ({ step, rank })).slice(Math.max(from, begin), end);
  while (placed.length > 0 && found.length < search.limit) {
    const [first] = placed;
    const other = placed.findIndex(({ step }) => !haveSameConditions(step, first?.step));
    const alike = placed.splice(0, other < 0 ? placed.length : other);
    found.push(...(await listNewestInSteps(scope, alike, search.limit - found.length)));
  }
  return found;
}

async function loadPeoplePage(scope: SearchScope): Promise<PeoplePage> {
  const { db, search, all, steps } = scope;
  const inOrder = async (condition: SQL | undefined): Promise<Ranked[]> => {
    if (search.sort === 'match' && all)
      return listPageByText(scope, selectPrefixMatches(scope, [{ rank: 0, begin: '|' }], condition));
    if (search.sort !== 'newest') return listPageByName(scope, condition);
    const ids = await listIdsByAge(scope, condition, { before: search.after?.[0], limit: search.limit });
    return ids.map((id) => ({ id, rank: 0 }));
  };
  const byMatch = search.sort === 'match' && steps.length > 0;
  if (!byMatch && !all) {
    const everybody = sql`from ${users} where ${hasSearchedRole(scope) ?? sql`true`}`;
    const [ranked, total] = await Promise.all([inOrder(undefined), countUpTo(db, search.countTo, everybody)]);
    return { ranked, total };
  }
  let begin = firstStepByAge;
  let best = byMatch ? await listBestMatches(scope) : [];
  // Exact matches of a frequent name fill the page, whatever else matches.
  if (byMatch && all) {
    if (isOneWord(search.q)) {
      begin = firstInexactStep;
      best = await fillByAge(scope, { begin: firstStepByAge, end: begin, before: best });
    }
    if (best.length === search.limit) return { ranked: best, total: best.length, countedTo: best.length - 1 };
  }
  const page = all && (await rankFewMatches(scope, all, byMatch ? rankExpression(steps) : sql`0`));
  if (page) return page;
  const ranked = await (byMatch
    ? fillByAge(scope, { begin, before: best })
    : inOrder(all ? isMatch(all) : undefined));
  const countedTo = sortLimitOf(search);
  return { ranked, total: all ? countedTo + 1 : 0, countedTo };
}

/** No reading matches. */
const emptyPage: PeoplePage = { ranked: [], total: 0 };
const unfilteredReading: SearchReading = { all: null, steps: [] };

interface FoundPeople extends Omit<PeoplePage, 'ranked'> {
  readonly rows: FoundPerson[];
  /** Nobody has this name: these are spelt almost the same. */
  readonly similar: boolean;
}

/** One page of people in order, and the total if it is known without counting. */
export async function findPeople(db: Db, viewer: Viewer, search: PeopleSearch): Promise<FoundPeople> {
  const always = and(isNull(users.erasedAt), peopleScope(viewer));
  const { q, toTheLetter = false } = search;
  const asked = normalizeForSearch(q) !== '';
  const readings = asked ? (toTheLetter ? listLetterReadings : listReadings)(q) : [unfilteredReading];
  let found = emptyPage;
  let similar = false;
  for (const reading of readings) {
    similar = 'similar' in reading;
    found = await loadPeoplePage({ db, search, always, ...reading });
    if (found.total > 0 || found.ranked.length > 0) break;
  }
  const { ranked, ...counted } = found;
  const byId = new Map(
    (
      await usersByIds(
        db,
        ranked.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  const rows = ranked.flatMap(({ id, rank }) => {
    const row = byId.get(id);
    return row ? [{ ...row, rank }] : [];
  });
  return { rows, similar, ...counted };
}
