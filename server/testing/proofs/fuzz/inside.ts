import { getTableName } from 'drizzle-orm';
import { tables } from '#server/db/tables.ts';
import type { TestApp } from '#server/testing/test-app.ts';

const named = Object.values(tables).map(getTableName).join('|');
const escaped = (text: string): string => text.replace(/[^\w]/g, '\\$&');

/** Words that only errors of the implementation contain; none of them is in a text for users. */
const implementationTerms = [
  `\\bselect\\b[^<>]{1,2000}\\bfrom "?(?:${named})\\b`,
  `\\b(?:insert into|delete from|update) "?(?:${named})"? (?:\\w+ )?(?:\\(|set|using|where|values|select)`,
  'syntax error at|violates [\\w-]+ constraint|duplicate key value|(?:relation|column) "[^"]*" (?:of|does not)',
  '"(?:severity":"(?:ERROR|FATAL|PANIC)|routine":"|sqlState)',
  '"code":"(?:08|2[2358]|3D|4[02]|5[3-8]|XX)[0-9A-Z]{3}"',
  '\\bat [^\\n]{1,200}\\.[cm]?[jt]sx?:\\d+:\\d+|node:internal|node_modules|\\b(?:ECONN|EPIPE|ENOENT|EACCES)',
  '/(?:server|dist|shared|web)/[\\w./-]+\\.[cm]?[jt]sx?\\b',
  escaped(process.cwd()),
];

/** Those words and the names of the database's constraints and indexes, which no answer may contain. */
export async function internalTermsPattern({ deps }: TestApp): Promise<RegExp> {
  const { rows } = await deps.database.pool.query<{ name: string }>(
    `select conname as name from pg_constraint where connamespace = 'public'::regnamespace
     union select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'i'`,
  );
  return new RegExp(`${implementationTerms.join('|')}|\\b(?:${rows.map(({ name }) => name).join('|')})\\b`);
}

/** Words that an error message must not contain, although a page or a list may. */
export const internalTermsInSentences =
  /\b(?:select .* from|insert into|delete from|update .* set) |syntax error|violates .* constraint|relation "|column "|\/(?:server|dist|shared)\/|postgres/i;
