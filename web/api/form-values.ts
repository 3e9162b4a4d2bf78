import type * as z from 'zod/mini';

/**
 * Form values derived from the schema of the API contract: a field added to the schema must be in every form.
 */

type Definition = z.ZodMiniType['_zod']['def'] & {
  readonly innerType?: z.ZodMiniType;
  readonly in?: z.ZodMiniType;
  readonly options?: readonly z.ZodMiniType[];
};

/**
 * Type of the value (`string`, `number`, `array`, `object` …) without wrappers such as optional, nullable or
 * transforms.
 */
export function getSchemaValueType(schema: z.ZodMiniType): string {
  const { type, innerType, in: first, options } = schema._zod.def as Definition;
  const inner = innerType ?? first ?? options?.find((option) => option._zod.def.type !== 'literal');
  return inner ? getSchemaValueType(inner) : type;
}

export const isOptional = (schema: z.ZodMiniType): boolean => schema._zod.optin === 'optional';

export const listSchemaFields = (schema: z.ZodMiniObject): [string, z.ZodMiniType][] =>
  Object.entries(schema.shape as Record<string, z.ZodMiniType>);

const emptyFormValues: Readonly<Record<string, unknown>> = { string: '', array: [], boolean: false };

type SchemaFieldName<S extends z.ZodMiniObject> = keyof z.input<S> & string;
/** A saved record that has every field of the schema; any of them may be null. */
type SavedRecord<S extends z.ZodMiniObject> = { readonly [K in SchemaFieldName<S>]-?: z.input<S>[K] | null };

type NonNullish<V> = Exclude<V, null | undefined>;
/**
 * Texts, lists and booleans always have a value; other fields are undefined when neither saved nor given a
 * default.
 */
type SchemaFormValues<S extends z.ZodMiniObject> = {
  [K in SchemaFieldName<S>]: NonNullish<z.input<S>[K]> extends string | boolean | readonly unknown[]
    ? NonNullish<z.input<S>[K]>
    : z.input<S>[K];
};

/**
 * Form values of each field of the schema: the saved value, else the default, else an empty value. A saved
 * record that lacks a field of the schema does not compile, because saving would clear that field.
 */
export function toFormValues<
  S extends z.ZodMiniObject,
  const U extends Partial<z.input<S>> = Record<never, never>,
>(schema: S, kept: SavedRecord<S> | null, usual?: U): SchemaFormValues<S> & U {
  const [own, other] = [(kept ?? {}) as Record<string, unknown>, (usual ?? {}) as Record<string, unknown>];
  const boxes = listSchemaFields(schema).map(([name, field]) => [
    name,
    own[name] ?? other[name] ?? emptyFormValues[getSchemaValueType(field)],
  ]);
  return Object.fromEntries(boxes) as SchemaFormValues<S> & U;
}

/**
 * Fields whose typed value differs from the value shown. Only these are sent, so that a save does not
 * overwrite changes that another user made to other fields. A cleared field counts as changed; a field that
 * is undefined (not part of the form) does not.
 */
export function pickChangedFields<T extends object>(
  shown: { readonly [K in keyof T]?: unknown },
  typed: T,
): Partial<T> {
  const told = (value: unknown) => JSON.stringify(value ?? '');
  const names = Object.keys(typed) as (keyof T)[];
  const changed = names.filter(
    (name) => typed[name] !== undefined && told(typed[name]) !== told(shown[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, typed[name]])) as Partial<T>;
}

/**
 * Merges after another user saved first: keeps the fields changed here as typed and takes all others as
 * saved.
 */
export function mergeTypedIntoSaved<T extends object>(shown: T, typed: T, saved: T): T {
  return { ...saved, ...pickChangedFields(shown, typed) };
}
