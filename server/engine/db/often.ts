import { type SQL, sql } from 'drizzle-orm';

const mark = '/* often */';

/**
 * Stands first in a statement that is sent all the time, always in the same words: each connection parses and
 * plans it once. The columns it answers are named in it, so that a migration beside it does not break it.
 */
export const often: SQL = sql.raw(mark);
/** The like of one that the builder makes: what it is prepared as. */
export const builtOften = 'often';

/**
 * More would mean that one is not always in the same words. The search for people has twenty for each kind of
 * viewer and each choice of roles: what a question may mean is in its words.
 */
const most = 200;
const names = new Map<string, string>();

/** The name by which connections keep a statement; undefined for one that is not kept. */
export function statementName(text: string, asked?: string): string | undefined {
  if (asked !== builtOften && !text.startsWith(mark)) return undefined;
  const known = names.get(text);
  if (known || names.size >= most) return known;
  const name = `often ${names.size + 1}`;
  names.set(text, name);
  return name;
}
