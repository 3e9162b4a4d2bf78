import { expect } from 'vitest';
import type { Database } from '#server/engine/db/connect.ts';

/** Every column of type text, list or JSON, in every table, that contains one of these values. */
export async function findColumnsContaining({ pool }: Database, words: readonly string[]): Promise<string[]> {
  const { rows: columns } = await pool.query(`
    select c.relname as table, a.attname as column from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and format_type(a.atttypid, null) ~ '^(text|character varying|jsonb|json|tsvector|inet|text\\[\\])$'
    order by 1, 2`);
  expect(columns.length).toBeGreaterThan(100);
  const found: string[] = [];
  for (const { table, column } of columns) {
    const { rowCount } = await pool.query(
      `select from "${table}" where lower("${column}"::text) ~ $1 limit 1`,
      [words.join('|')],
    );
    if (rowCount) found.push(`${table}.${column}`);
  }
  return found;
}
