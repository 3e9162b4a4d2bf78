import { type SQL, sql } from 'drizzle-orm';

const mark = '/* prepared */';

/**
 * Prefix of a statement that is sent often with the same text: each connection parses and plans it once. The
 * statement names its columns, so that a migration does not break it.
 */
export const prepared: SQL = sql.raw(mark);
/** The same for a statement of the query builder: its name as a prepared statement. */
export const preparedByBuilder = 'prepared';

/**
 * Maximum number of prepared statements; more would mean that a text varies. The search for people has twenty
 * per kind of viewer and choice of roles.
 */
const most = 200;
const names = new Map<string, string>();

/** Name of the prepared statement; undefined if the statement is not prepared. */
export function statementName(text: string, asked?: string): string | undefined {
  if (asked !== preparedByBuilder && !text.startsWith(mark)) return undefined;
  const known = names.get(text);
  if (known || names.size >= most) return known;
  const name = `prepared ${names.size + 1}`;
  names.set(text, name);
  return name;
}
