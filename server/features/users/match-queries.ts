import { isDeepStrictEqual } from 'node:util';
import { type SQL, sql } from 'drizzle-orm';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { parseReference } from '#shared/domain/people/reference-code.ts';
import type { Role } from '#shared/domain/people/roles.ts';
import { fold, likePattern } from '#shared/domain/people/search.ts';
import { phoneQuery, type WordKind, wordsQuery } from '#shared/domain/people/search-words.ts';

/**
 * What is asked of the indexes, and of each row: the whole of a name or username, a LIKE pattern, one of an
 * e-mail address, a query over words, a number.
 */
export interface Match {
  readonly whole: string | null;
  readonly written: string | null;
  /** From its beginning, as its own index knows it; nothing else is asked of the indexes beside it. */
  readonly address: string | null;
  readonly heard: string | null;
  /** A LIKE pattern which those of `heard` match as well; the indexes are asked without it. */
  readonly field: string | null;
  readonly reference: number | null;
}
const nobody: Match = {
  whole: null,
  written: null,
  address: null,
  heard: null,
  field: null,
  reference: null,
};

/** Three letters make a trigram, and the bar before a field counts as one. */
const shortestInside = 3;

/** A name and the beginning of a phone look like a code ("Heba 0100"): after a space it is hardly meant. */
const isApart = (q: string): boolean => /\p{L}\s+\S/u.test(q);

/** Only an address has this inside, and no phone or code has it. */
const isOfAddress = (q: string): boolean => fold(q).indexOf('@') > 0;

/** She is exactly so: by name, username, e-mail address, phone or code. */
const exactly = (q: string): Match =>
  isOfAddress(q)
    ? { ...nobody, whole: q, address: likePattern('exact', q).slice(2, -2) }
    : {
        ...nobody,
        whole: q,
        heard: phoneQuery(q, 'whole'),
        reference: isApart(q) ? null : parseReference(q),
      };

/** As typed (inside a field from three letters on), or as the phone that begins so. */
const inside = (q: string): Match => ({
  ...nobody,
  written: likePattern(fold(q).length >= shortestInside ? 'substring' : 'prefix', q),
  heard: phoneQuery(q, 'beginning'),
  reference: parseReference(q),
});

const words = (kind: WordKind, q: string): Match => ({ ...nobody, heard: wordsQuery(q, kind) });

const nameBeginsSo = (q: string): Match => ({ ...nobody, written: likePattern('prefix', q).slice(1) });

/** A phone stands among the words as people write it, in the text as it is kept. */
const fieldBeginsSo = (q: string): Match => ({
  ...words('written', q),
  field: phoneQuery(q, 'beginning') === null ? likePattern('prefix', q) : null,
});

const addressBeginsSo = (q: string): Match => ({ ...nobody, address: likePattern('prefix', q).slice(2) });

/**
 * How a question may mean a person, best first: she is exactly so; her name begins so; her username or phone
 * does; words of hers do, in any order; something of hers holds it; it sounds like her; it begins to.
 */
const matchSteps = (q: string): Match[] => [
  exactly(q),
  nameBeginsSo(q),
  fieldBeginsSo(q),
  words('written', q),
  inside(q),
  words('sounding', q),
  words('beginning', q),
];
/** Those of them that go by the letters of a name, in as few as they can be told. */
const letterSteps = (q: string): Match[] => [exactly(q), nameBeginsSo(q), words('written', q), inside(q)];
const addressSteps = (q: string): Match[] => [exactly(q), nameBeginsSo(q), addressBeginsSo(q)];

/** What a question is taken for: whom it means at all, and at which step; who is asked for by steps alone. */
export interface PersonReading {
  readonly all: Match | null;
  readonly steps: readonly Match[];
  /** People it finds have only a similar name. */
  readonly similar?: true;
}

/**
 * What a question may be, one after the other until somebody is meant: the beginning of an address (that of
 * another is not looked for in its midst: all share what follows the @); any of the steps; nearly one of
 * them, because somebody mistyped a consonant.
 */
export function* readingsOf(q: string): Generator<PersonReading & { all: Match }> {
  if (isOfAddress(q)) yield { all: addressBeginsSo(q), steps: addressSteps(q) };
  yield { all: { ...inside(q), heard: wordsQuery(q, 'beginning') }, steps: matchSteps(q) };
  yield { all: words('near', q), steps: [], similar: true };
}
/** The same where only who is written so is meant. */
export const letterReadingsOf = (q: string): PersonReading[] => [
  { all: null, steps: isOfAddress(q) ? addressSteps(q) : letterSteps(q) },
];

/** One word, or a phone: who has it written so is found for a part of what all who may be meant cost. */
export const isOneWord = (q: string): boolean => wordsQuery(q, 'written')?.includes(' & ') === false;
/** Up to this step people stand by name, from it on whoever came last stands first. */
export const firstByAge = 2;
/** From this step on more is asked of the indexes than which words are written so. */
export const firstAnywhere = 4;

const address = sql`(fold(${users.email}) collate "C")`;
const namedWholly = (q: string): SQL => sql`starts_with(${users.search}, ${`|${fold(q)}|`})`;
/** Whose username that is, asked of its index once and not of each row (1.8 ms of 700 rows). */
const withUsername = (q: string): SQL =>
  sql`(select named.id from users named where handle(named.username) = handle(${q}))`;

/** The same, asked of a row. It is true or false, never unknown. */
export function isMatch({ whole, written, address: begins, heard, field, reference }: Match): SQL {
  const narrowed = field === null ? sql`` : sql` and ${users.search} like ${field}`;
  const alternatives = [
    whole === null ? null : sql`${namedWholly(whole)} or ${users.id} = ${withUsername(whole)}`,
    written === null ? null : sql`${users.search} like ${written}`,
    begins === null ? null : sql`${address} like ${begins}`,
    heard === null ? null : sql`(${users.words} @@ ${heard}::tsquery${narrowed})`,
    reference === null ? null : sql`${users.id} = (select standing_id(${reference}))`,
  ].filter((alternative) => alternative !== null);
  // In this form no index knows it: who is asked row by row is met in the order they are wanted.
  return alternatives.length === 0 ? sql`false` : sql`((${sql.join(alternatives, sql` or `)}) is true)`;
}

const withAddress = (begins: string, roles: SQL, most: number | null, columns: SQL): SQL => sql`
  select ${columns} from ${users} where ${address} like ${begins} and ${users.role} = any(${roles})
    and ${users.erasedAt} is null limit ${sql.raw(String(most))}`;
const asked = ({ written, heard, reference }: Match, roles: SQL, most: number | null): SQL =>
  sql`${written}::text, ${heard}::tsquery, ${reference}::int, ${roles}, ${most}::int`;
const these = (roles: readonly Role[]): SQL => sql`${sql.param([...roles])}::text[]`;

/** Whom the indexes give of these roles, up to `most` of them or all; those of `whole` are not asked for. */
export const matching = (match: Match, roles: readonly Role[], most: number | null = null): SQL =>
  match.address === null
    ? sql`select people_matching(${asked(match, these(roles), most)}) as id`
    : withAddress(match.address, these(roles), most, sql`${users.id}`);

/** The same with all that stands of them, for who is placed one by one; it costs more than numbers alone. */
export const meant = (match: Match, roles: readonly Role[], most: number): SQL =>
  match.address === null
    ? sql`select * from people_meant(${asked(match, these(roles), most)})`
    : withAddress(match.address, these(roles), most, sql`*`);

export const asksNobody = ({ written, address: begins, heard, reference }: Match): boolean =>
  written === null && begins === null && heard === null && reference === null;

/** Whose username it is, and whom the indexes give: who is so by something else than her name. */
export const matchingByOthers = (match: Match, roles: readonly Role[]): SQL => {
  const others = [
    match.whole === null ? null : sql`select ${withUsername(match.whole)}`,
    asksNobody(match) ? null : sql`(${matching(match, roles)})`,
  ].filter((other) => other !== null);
  return others.length === 0 ? sql`select null::int` : sql.join(others, sql` union all `);
};

/** Are the indexes asked the same for both? */
export const askTheSame = (one: Match, other: Match | undefined): boolean =>
  isDeepStrictEqual({ ...one, field: null }, { ...other, field: null });

/** Whom a question means by a step of it: the numbers, as an array is written, and how many. */
export interface Met extends Record<string, unknown> {
  readonly ids: string;
  readonly n: number;
}

/** The end of all texts that begin so, in the order of bytes. */
export const lastLetter = '\u{10ffff}';

/** Up to `most` people whose names begin so, found by walking that far. */
const begunSo = (q: string, roles: SQL, most: number): SQL => {
  const name = `|${fold(q)}`;
  const text = sql`${users.search} collate "C"`;
  return sql`select who.id from unnest(${roles}) of (role), lateral (select ${users.id} from ${users}
    where ${users.role} = of.role and ${text} >= ${name} and ${text} < ${name + lastLetter}
      and ${users.erasedAt} is null limit ${most}) who limit ${most}`;
};

/**
 * Up to `most` people of these roles whom a reading of a question means, found by the indexes. A name that
 * more bear is told by how their texts begin: nobody else is looked for. The numbers are for the database,
 * which wrote them; thousands of them are not read here.
 */
export async function idsMatching(
  db: Db,
  q: string,
  all: Match,
  { roles, most }: { roles: readonly Role[]; most: number },
): Promise<Met> {
  if (asksNobody(all)) return { ids: '{}', n: 0 };
  const mayBeMany = all.written !== null && isOneWord(q);
  const begun = mayBeMany ? begunSo(q, these(roles), most) : sql`select null::int as id limit 0`;
  const isEnough = sql`(select count(*) = ${most}::int from begun)`;
  const { rows } = await db.execute<Met>(sql`
    with begun as materialized (${begun}),
    met as (select id from begun where ${isEnough}
      union all select id from (${meant(all, roles, most)}) others where not ${isEnough})
    select coalesce(array_agg(id), '{}')::text as ids, count(*)::int as n from met`);
  return rows[0] ?? { ids: '{}', n: 0 };
}
