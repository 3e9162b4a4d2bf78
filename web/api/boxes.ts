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
export function kindOf(schema: z.ZodMiniType): string {
  const { type, innerType, in: first, options } = schema._zod.def as Definition;
  const inner = innerType ?? first ?? options?.find((option) => option._zod.def.type !== 'literal');
  return inner ? kindOf(inner) : type;
}

export const isOptional = (schema: z.ZodMiniType): boolean => schema._zod.optin === 'optional';

export const fieldsOf = (schema: z.ZodMiniObject): [string, z.ZodMiniType][] =>
  Object.entries(schema.shape as Record<string, z.ZodMiniType>);

const emptyBoxes: Readonly<Record<string, unknown>> = { string: '', array: [], boolean: false };

type Names<S extends z.ZodMiniObject> = keyof z.input<S> & string;
/** A saved record that has every field of the schema; any of them may be null. */
type Kept<S extends z.ZodMiniObject> = { readonly [K in Names<S>]-?: z.input<S>[K] | null };

type Given<V> = Exclude<V, null | undefined>;
/**
 * Texts, lists and booleans always have a value; other fields are undefined when neither saved nor given a
 * default.
 */
type Boxes<S extends z.ZodMiniObject> = {
  [K in Names<S>]: Given<z.input<S>[K]> extends string | boolean | readonly unknown[]
    ? Given<z.input<S>[K]>
    : z.input<S>[K];
};

/**
 * Form values of each field of the schema: the saved value, else the default, else an empty value. A saved
 * record that lacks a field of the schema does not compile, because saving would clear that field.
 */
export function boxesOf<
  S extends z.ZodMiniObject,
  const U extends Partial<z.input<S>> = Record<never, never>,
>(schema: S, kept: Kept<S> | null, usual?: U): Boxes<S> & U {
  const [own, other] = [(kept ?? {}) as Record<string, unknown>, (usual ?? {}) as Record<string, unknown>];
  const boxes = fieldsOf(schema).map(([name, field]) => [
    name,
    own[name] ?? other[name] ?? emptyBoxes[kindOf(field)],
  ]);
  return Object.fromEntries(boxes) as Boxes<S> & U;
}

/**
 * Fields whose typed value differs from the value shown. Only these are sent, so that a save does not
 * overwrite changes that another user made to other fields. A cleared field counts as changed; a field that
 * is undefined (not part of the form) does not.
 */
export function changedSince<T extends object>(
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
export function keepTyped<T extends object>(shown: T, typed: T, saved: T): T {
  return { ...saved, ...changedSince(shown, typed) };
}
