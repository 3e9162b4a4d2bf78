import { type SQL, sql } from 'drizzle-orm';
import { users } from '#server/db/schema/users.ts';
import { phoneSearch } from '#shared/domain/people/phone-text.ts';
import { parseReference } from '#shared/domain/people/reference-code.ts';
import { fold, likePattern, type MatchKind } from '#shared/domain/people/search.ts';
import { type WordKind, wordsQuery } from '#shared/domain/people/search-words.ts';

/** Three letters make a trigram, and the bar before a field counts as one. */
const shortestInside = 3;
/** Of fewer digits almost every phone has some: they are a number of a visit or of a person. */
const shortestPhone = 4;

/**
 * Rows whose text matches in this way: as typed (inside a field from three letters on), or as the phone it
 * may be a part of; a reference code matches exactly.
 */
function text(kind: MatchKind, q: string): SQL {
  const folded = fold(q);
  const inside = kind !== 'substring' || folded.length >= shortestInside;
  const alternatives = [sql`${users.search} like ${likePattern(inside ? kind : 'prefix', q)}`];
  const phone = phoneSearch(q);
  if (phone !== null && phone !== folded && phone.length >= shortestPhone)
    alternatives.push(sql`${users.search} like ${likePattern(kind, phone)}`);
  const reference = parseReference(q);
  if (reference !== null) alternatives.push(sql`${users.id} = ${reference}`);
  return sql`(${sql.join(alternatives, sql` or `)})`;
}

function words(kind: WordKind, q: string): SQL | undefined {
  const query = wordsQuery(q, kind);
  return query === null ? undefined : sql`${users.words} @@ ${query}::tsquery`;
}

const either = (...conditions: readonly (SQL | undefined)[]): SQL =>
  sql`(${sql.join(
    conditions.filter((condition) => condition !== undefined),
    sql` or `,
  )})`;

/** A condition in a form no index knows: the planner then walks the order instead of sorting thousands. */
export const unindexed = (condition: SQL): SQL => sql`((${condition}) is true)`;

const anyOf = (kind: WordKind, q: string): SQL[] => {
  const condition = words(kind, q);
  return condition ? [condition] : [];
};

/**
 * How a question may mean a person, best first: what is exactly so; what begins so; whose words do, in any
 * order; what holds it somewhere; what sounds like it; what begins to sound like it.
 */
export const matchSteps = (q: string): SQL[] => [
  text('exact', q),
  text('prefix', q),
  ...anyOf('written', q),
  text('substring', q),
  ...anyOf('sounding', q),
  ...anyOf('beginning', q),
];

/** Any of `matchSteps`, in the two conditions that the indexes answer. */
export const matchesSomehow = (q: string): SQL => either(text('substring', q), words('beginning', q));

/** What is asked where nothing matches: somebody mistyped a consonant. Undefined where there is no word. */
export const nearlyMatches = (q: string): SQL | undefined => words('near', q);
