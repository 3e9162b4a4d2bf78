import type * as z from 'zod/mini';

/**
 * What the boxes of a form hold, taken from the contract's schema: a field that is added there is in every
 * form.
 */

type Definition = z.ZodMiniType['_zod']['def'] & {
  readonly innerType?: z.ZodMiniType;
  readonly in?: z.ZodMiniType;
  readonly options?: readonly z.ZodMiniType[];
};

/**
 * `string`, `number`, `array`, `object` …: what is asked for, behind "may be missing" and the cleaning of
 * text.
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
/** Something kept that has every field of the schema, in whatever form its boxes take. */
type Kept<S extends z.ZodMiniObject> = { readonly [K in Names<S>]-?: z.input<S>[K] | null };

type Given<V> = Exclude<V, null | undefined>;
/** Texts, lists and ticks always stand in their boxes; anything else only where it is kept or usual. */
type Boxes<S extends z.ZodMiniObject> = {
  [K in Names<S>]: Given<z.input<S>[K]> extends string | boolean | readonly unknown[]
    ? Given<z.input<S>[K]>
    : z.input<S>[K];
};

/**
 * Of each field of the schema what is kept, else what is usual, else an empty box. A field that what is kept
 * does not have would be emptied on saving: it does not compile.
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
 * What of the boxes is said otherwise than they were shown: a change is sent alone, so that it puts nothing
 * back that somebody else changed since. An emptied box is a change; a box that was not asked is none.
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

/** After somebody else saved first: what was changed here stays as typed, everything else is as saved now. */
export function keepTyped<T extends object>(shown: T, typed: T, saved: T): T {
  return { ...saved, ...changedSince(shown, typed) };
}
