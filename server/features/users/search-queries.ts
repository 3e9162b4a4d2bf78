import { and, isNull, type SQL, sql } from 'drizzle-orm';
import { users } from '#server/db/schema/users.ts';
import { countUpTo } from '#server/engine/db/at-most.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { fold } from '#shared/domain/people/search.ts';
import {
  askTheSame,
  firstAnywhere,
  firstByAge,
  isMatch,
  isOneWord,
  letterReadingsOf,
  type PersonReading,
  readingsOf,
} from './match-queries.ts';
import {
  bestByMatch,
  byAge,
  byName,
  byText,
  newestOfAlike,
  ofRoles,
  type Page,
  type PeopleSearch,
  pageOfFew,
  type Ranked,
  rankOf,
  type Scope,
  sortedAtMost,
  stretches,
} from './page-queries.ts';
import { peopleScope, type UserRow, usersByIds } from './queries.ts';

export type FoundPerson = UserRow & Ranked;

interface Filled {
  readonly begin: number;
  readonly end?: number;
  /** Rows of the steps before `begin`. */
  readonly before: readonly Ranked[];
}

/** Fills the page step by step, newest first. */
async function fillByAge(
  scope: Scope,
  { begin, end = scope.steps.length, before }: Filled,
): Promise<Ranked[]> {
  const { search, steps } = scope;
  const [from = 0] = (search.after ?? []).map(Number);
  const found = [...before];
  const placed = steps.map((step, rank) => ({ step, rank })).slice(Math.max(from, begin), end);
  while (placed.length > 0 && found.length < search.limit) {
    const [first] = placed;
    const other = placed.findIndex(({ step }) => !askTheSame(step, first?.step));
    const alike = placed.splice(0, other < 0 ? placed.length : other);
    found.push(...(await newestOfAlike(scope, alike, search.limit - found.length)));
  }
  return found;
}

async function pageOf(scope: Scope): Promise<Page> {
  const { db, search, all, steps } = scope;
  const inOrder = async (condition: SQL | undefined): Promise<Ranked[]> => {
    if (search.sort === 'match' && all)
      return byText(scope, stretches(scope, [{ rank: 0, begin: '|' }], condition));
    if (search.sort !== 'newest') return byName(scope, condition);
    const ids = await byAge(scope, condition, { before: search.after?.[0], limit: search.limit });
    return ids.map((id) => ({ id, rank: 0 }));
  };
  const byMatch = search.sort === 'match' && steps.length > 0;
  if (!byMatch && !all) {
    const everybody = sql`from ${users} where ${ofRoles(scope) ?? sql`true`}`;
    const [ranked, total] = await Promise.all([inOrder(undefined), countUpTo(db, search.countTo, everybody)]);
    return { ranked, total };
  }
  let begin = firstByAge;
  let best = byMatch ? await bestByMatch(scope) : [];
  // Exact matches of a frequent name fill the page, whatever else matches.
  if (byMatch && all) {
    if (isOneWord(search.q)) {
      begin = firstAnywhere;
      best = await fillByAge(scope, { begin: firstByAge, end: begin, before: best });
    }
    if (best.length === search.limit) return { ranked: best, total: best.length, countedTo: best.length - 1 };
  }
  const page = all && (await pageOfFew(scope, all, byMatch ? rankOf(steps) : sql`0`));
  if (page) return page;
  const ranked = await (byMatch
    ? fillByAge(scope, { begin, before: best })
    : inOrder(all ? isMatch(all) : undefined));
  const countedTo = sortedAtMost(search);
  return { ranked, total: all ? countedTo + 1 : 0, countedTo };
}

/** No reading matches. */
const nobody: Page = { ranked: [], total: 0 };
const anybody: PersonReading = { all: null, steps: [] };

interface Found extends Omit<Page, 'ranked'> {
  readonly rows: FoundPerson[];
  /** Nobody has this name: these are spelt almost the same. */
  readonly similar: boolean;
}

/** One page of people in order, and the total if it is known without counting. */
export async function findPeople(db: Db, viewer: Viewer, search: PeopleSearch): Promise<Found> {
  const always = and(isNull(users.erasedAt), peopleScope(viewer));
  const { q, toTheLetter = false } = search;
  const asked = fold(q) !== '';
  const readings = asked ? (toTheLetter ? letterReadingsOf : readingsOf)(q) : [anybody];
  let found = nobody;
  let similar = false;
  for (const reading of readings) {
    similar = 'similar' in reading;
    found = await pageOf({ db, search, always, ...reading });
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
