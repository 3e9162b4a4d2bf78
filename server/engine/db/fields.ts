import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type * as z from 'zod/mini';

/**
 * A field is named once between contract and table: what a body names is written to the column of that name,
 * what a reply names is read from it. What is called or kept otherwise is mapped in one place of its noun. A
 * field that is neither does not compile.
 */

type Row<T extends PgTable> = T['$inferInsert'];
type Given<V> = Exclude<V, undefined>;
type RequiredKey<B> = { [K in keyof B]-?: undefined extends B[K] ? never : K }[keyof B];

/** Columns that are never written because a body names them: the queries raise and compare them. */
type Reserved = 'id' | 'version';

/** Fields of a body that are no column of the table, or not of its type. */
type Unplaced<T extends PgTable, B> = {
  [K in keyof B]-?: K extends Exclude<keyof Row<T>, Reserved>
    ? Given<B[K]> extends Given<Row<T>[K]>
      ? never
      : K
    : K;
}[keyof B];

type Mapping<T extends PgTable, B> = {
  [K in Unplaced<T, B>]: (value: Given<B[K]>, body: B) => Partial<Row<T>>;
} & { [K in keyof B]?: (value: Given<B[K]>, body: B) => Partial<Row<T>> };

type Values<T extends PgTable, B> = Partial<Row<T>> & Pick<Row<T>, RequiredKey<B> & keyof Row<T>>;

/** For a field that is kept in another table, or not at all: it changes nothing here. */
export const elsewhere = (): Record<never, never> => ({});

/**
 * The columns that a body sets: only what it names, and an empty text where the column may be without one is
 * none. `mapped` says what becomes of a field that is no column.
 */
export function valuesFor<T extends PgTable, B extends object>(
  table: T,
  body: B,
  ...[mapped]: [Unplaced<T, B>] extends [never] ? [mapped?: Mapping<T, B>] : [mapped: Mapping<T, B>]
): Values<T, B> {
  const columns = getTableColumns(table);
  const rules = (mapped ?? {}) as Record<string, ((value: unknown, body: B) => object) | undefined>;
  const values: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(body)) {
    if (value === undefined) continue;
    const rule = rules[field];
    const column = columns[field];
    if (rule) Object.assign(values, rule(value, body));
    else if (column) values[field] = value === '' && !column.notNull ? null : value;
    else throw new Error(`${field}: no column of ${getTableName(table)}, and not mapped`);
  }
  return values as Values<T, B>;
}

type Dated<V> = V extends Date ? string : V;

/** Fields of a reply that the row does not have, or not as the reply shows them. */
type Underived<R, O> = {
  [K in keyof O]-?: K extends keyof R ? (Dated<R[K]> extends O[K] ? never : K) : K;
}[keyof O];
type Derived<R, O> = Pick<O, Underived<R, O>> & Partial<O>;

/**
 * A row as the contract shows it: the fields of `schema`, instants as ISO text, `derived` where a field is no
 * column.
 */
export function replyOf<S extends z.ZodMiniObject, R extends object>(
  schema: S,
  row: R,
  ...[derived]: [Underived<R, z.output<S>>] extends [never]
    ? [derived?: Partial<z.output<S>>]
    : [derived: Derived<R, z.output<S>>]
): z.output<S> {
  const own: Record<string, unknown> = { ...derived };
  const from = row as Record<string, unknown>;
  const reply: Record<string, unknown> = {};
  for (const field of Object.keys(schema.shape)) {
    const value = field in own ? own[field] : from[field];
    if (value === undefined && !(field in own) && !(field in from))
      throw new Error(`${field}: no column of the row, and not derived`);
    reply[field] = value instanceof Date ? value.toISOString() : value;
  }
  return reply as z.output<S>;
}
