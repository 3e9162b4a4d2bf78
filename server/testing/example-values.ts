import * as z from 'zod/mini';
import type { EndpointSpec } from '#shared/contract/endpoint.ts';

/** Two different values that a schema accepts: the written value and the changed value. */
export type Pair = readonly [unknown, unknown];

const uploads = ['a', 'b'].map((letter) => `/uploads/${letter.repeat(64)}.webp`);

/** Fields whose values must meet more conditions than their schema states. */
const byName: Readonly<Record<string, Pair>> = {
  phone: ['0100 123 4567', '0100 765 4321'],
  secondaryPhone: ['0111 123 4567', '0111 765 4321'],
  password: ['a quiet river', 'an early train'],
  startTime: ['15:00:00', '16:00:00'],
  locationIds: [[1], [2]],
  endTime: ['17:00:00', '18:00:00'],
};

/** From common to rare; a schema uses the first two that it accepts. */
const pool: readonly unknown[] = [
  ['first-example', 'second-example'],
  ['first@mail.example', 'second@mail.example'],
  uploads,
  ['ABC', 'XYZ'],
  ['12', '34'],
  ['10:30', '11:30'],
  ['2027-06-14', '2027-06-21'],
  ['10:30:00', '11:30:00'],
  ['https://example.com/one', 'https://example.com/two'],
  [false, true],
  [10, 12],
  [1, 2],
].flat();

interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodMiniType;
  readonly in?: z.ZodMiniType;
  readonly element?: z.ZodMiniType;
  readonly shape?: Record<string, z.ZodMiniType>;
  readonly entries?: Record<string, unknown>;
}
const definitionOf = (schema: z.ZodMiniType): Definition => schema._zod.def as Definition;

const accepts = (schema: z.ZodMiniType, value: unknown): boolean => z.safeParse(schema, value).success;

/** The fields of an object, or of the rows of a list. */
export function rowsOf(schema: z.ZodMiniType): { list: boolean; shape: Record<string, z.ZodMiniType> } {
  const { element, shape = {} } = definitionOf(schema);
  return element ? { list: true, shape: rowsOf(element).shape } : { list: false, shape };
}

/**
 * The pair of a field, by its name if the schema is not specific enough. Null if only one value is possible.
 */
export function findValuePair(schema: z.ZodMiniType, name = ''): Pair | null {
  const named = byName[name];
  if (named?.every((value) => accepts(schema, value))) return named;
  const { type, innerType, element, shape, entries } = definitionOf(schema);
  if (innerType) return findValuePair(innerType, name);
  if (shape) {
    const pairs = Object.entries(shape).map(([key, field]) => [key, findValuePair(field, key)] as const);
    const side = (at: 0 | 1) =>
      Object.fromEntries(pairs.flatMap(([key, pair]) => (pair ? [[key, pair[at]]] : [])));
    return [side(0), side(1)];
  }
  if (type === 'array' && element) {
    const pair = findValuePair(element, name);
    return pair && [[pair[0]], [pair[1]]];
  }
  const choices = entries ? Object.values(entries) : pool;
  const [one, other] = choices.filter((value) => accepts(schema, value));
  if (one !== undefined && other !== undefined) return [one, other];
  if (type === 'literal') return null;
  throw new Error(`no two values for ${name}: the pool needs some that its schema takes`);
}

/** An example body for an endpoint, without fields whose schema is not specific enough. */
export function exampleBody({ body }: Pick<EndpointSpec, 'body'>): object {
  const { list, shape } = body ? rowsOf(body) : { list: false, shape: {} };
  const row = Object.fromEntries(
    Object.entries(shape).flatMap(([field, schema]) => {
      try {
        return [[field, findValuePair(schema, field)?.[0]]];
      } catch {
        return [];
      }
    }),
  );
  return list ? [row] : row;
}
