import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type * as z from 'zod/mini';

/**
 * A field has one name in the contract and in the table: a body's fields are written to the columns of the
 * same name, a reply's fields are read from them. Exceptions are mapped in one place of the feature. A field
 * without a column or a mapping does not compile.
 */

type Row<T extends PgTable> = T['$inferInsert'];
type Defined<V> = Exclude<V, undefined>;
type RequiredKey<B> = { [K in keyof B]-?: undefined extends B[K] ? never : K }[keyof B];

/** Columns that no body may set: the queries increase and compare them. */
type Reserved = 'id' | 'version';

/** Fields of a body that have no column of their name and type. */
type UnmappedField<T extends PgTable, B> = {
  [K in keyof B]-?: K extends Exclude<keyof Row<T>, Reserved>
    ? Defined<B[K]> extends Defined<Row<T>[K]>
      ? never
      : K
    : K;
}[keyof B];

type Mapping<T extends PgTable, B> = {
  [K in UnmappedField<T, B>]: (value: Defined<B[K]>, body: B) => Partial<Row<T>>;
} & { [K in keyof B]?: (value: Defined<B[K]>, body: B) => Partial<Row<T>> };

type Values<T extends PgTable, B> = Partial<Row<T>> & Pick<Row<T>, RequiredKey<B> & keyof Row<T>>;

/** Mapping of a field that this table does not store. */
export const ignoreField = (): Record<never, never> => ({});

/**
 * The columns that a body sets: only fields that it contains. An empty text becomes NULL if the column allows
 * it. `mapped` handles the fields without a column.
 */
export function columnValues<T extends PgTable, B extends object>(
  table: T,
  body: B,
  ...[mapped]: [UnmappedField<T, B>] extends [never] ? [mapped?: Mapping<T, B>] : [mapped: Mapping<T, B>]
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

type DateAsText<V> = V extends Date ? string : V;

/** Fields of a reply that the row does not have, or has with another type. */
type MissingReplyField<R, O> = {
  [K in keyof O]-?: K extends keyof R ? (DateAsText<R[K]> extends O[K] ? never : K) : K;
}[keyof O];
type DerivedFields<R, O> = Pick<O, MissingReplyField<R, O>> & Partial<O>;

/**
 * A row as the contract shows it: the fields of `schema`, instants as ISO text, and `derived` for fields
 * without a column.
 */
export function toReply<S extends z.ZodMiniObject, R extends object>(
  schema: S,
  row: R,
  ...[derived]: [MissingReplyField<R, z.output<S>>] extends [never]
    ? [derived?: Partial<z.output<S>>]
    : [derived: DerivedFields<R, z.output<S>>]
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
