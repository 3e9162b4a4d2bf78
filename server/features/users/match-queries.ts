import { type SQL, sql } from 'drizzle-orm';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { phoneSearch } from '#shared/domain/people/phone-text.ts';
import { parseReference } from '#shared/domain/people/reference-code.ts';
import type { Role } from '#shared/domain/people/roles.ts';
import { fold, likePattern, type MatchKind } from '#shared/domain/people/search.ts';
import { type WordKind, wordsQuery } from '#shared/domain/people/search-words.ts';

/** What is asked of the indexes, and of each row: two LIKE patterns, a query over words, a number. */
export interface Match {
  readonly written: string | null;
  readonly phone: string | null;
  readonly heard: string | null;
  readonly reference: number | null;
}
const nobody: Match = { written: null, phone: null, heard: null, reference: null };

/** Three letters make a trigram, and the bar before a field counts as one. */
const shortestInside = 3;
/** Of fewer digits almost every phone has some: they are a number of a visit or of a person. */
const shortestPhone = 4;

/** A name and the beginning of a phone look like a code ("Heba 0100"): after a space it is hardly meant. */
const isApart = (q: string): boolean => /\p{L}\s+\S/u.test(q);

/** As typed (inside a field from three letters on), or as the phone it may be a part of; a code is exact. */
function text(kind: MatchKind, q: string): Match {
  const folded = fold(q);
  const inside = kind !== 'substring' || folded.length >= shortestInside;
  const phone = phoneSearch(q);
  const asPhone = phone !== null && phone !== folded && phone.length >= shortestPhone;
  return {
    written: likePattern(inside ? kind : 'prefix', q),
    phone: asPhone ? likePattern(kind, phone) : null,
    heard: null,
    reference: kind === 'substring' || !isApart(q) ? parseReference(q) : null,
  };
}

const words = (kind: WordKind, q: string): Match => ({ ...nobody, heard: wordsQuery(q, kind) });

/** Any of the steps below. */
export const matchesSomehow = (q: string): Match => ({
  ...text('substring', q),
  heard: wordsQuery(q, 'beginning'),
});

/** What is asked where nothing matches: somebody mistyped a consonant. */
export const nearlyMatches = (q: string): Match => words('near', q);

/**
 * How a question may mean a person, best first: she is exactly so; her name begins so; another of her fields
 * does; words of hers do, in any order; something of hers holds it; it sounds like her; it begins to.
 */
export const matchSteps = (q: string): Match[] => [
  text('exact', q),
  { ...nobody, written: likePattern('prefix', q).slice(1) },
  text('prefix', q),
  words('written', q),
  text('substring', q),
  words('sounding', q),
  words('beginning', q),
];
/** Those of them that go by the letters of a name, in as few as they can be told. */
export const letterSteps = (q: string): Match[] => [
  text('exact', q),
  { ...nobody, written: likePattern('prefix', q).slice(1) },
  words('written', q),
  text('substring', q),
];
/** Up to this step people stand by name, from it on whoever came last stands first. */
export const firstByAge = 2;
/** The step whose people stand together in the order of names. */
export const nameBegins = 1;

/** The same, asked of a row. It is true or false, never unknown. */
export function isMatch({ written, phone, heard, reference }: Match): SQL {
  const alternatives = [
    written === null ? null : sql`${users.search} like ${written}`,
    phone === null ? null : sql`${users.search} like ${phone}`,
    heard === null ? null : sql`${users.words} @@ ${heard}::tsquery`,
    reference === null ? null : sql`${users.id} = (select standing_id(${reference}))`,
  ].filter((alternative) => alternative !== null);
  // In this form no index knows it: who is asked row by row is met in the order they are wanted.
  return alternatives.length === 0 ? sql`false` : sql`((${sql.join(alternatives, sql` or `)}) is true)`;
}

/** Up to `most` people who match, in no order, found by the indexes. */
export async function idsMatching(
  db: Db,
  match: Match,
  roles: readonly Role[] | null,
  most: number,
): Promise<number[]> {
  const { written, phone, heard, reference } = match;
  if (written === null && phone === null && heard === null && reference === null) return [];
  const { rows } = await db.execute<{ id: number }>(sql`
    select people_matching(${written}::text, ${phone}::text, ${heard}::tsquery, ${reference}::int,
      ${roles === null ? null : sql.param([...roles])}::text[], ${most}::int) as id`);
  return rows.map(({ id }) => id);
}
