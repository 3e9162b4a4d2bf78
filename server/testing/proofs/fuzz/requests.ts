import * as fc from 'fast-check';
import type * as z from 'zod/mini';
import { endpointName, endpoints } from '#server/testing/contract.ts';
import type { EndpointSpec } from '#shared/contract/endpoint.ts';
import { type Caller, callers } from './callers.ts';
import { fhirPlaces, openFhirPlaces } from './fhir.ts';
import { anyBody, anyName, encoded, example, type FuzzCall, type FuzzTarget } from './values.ts';

export interface FuzzRequest extends FuzzCall {
  readonly caller: Caller;
}

const keysOf = (schema: z.ZodMiniObject | undefined): readonly string[] =>
  Object.keys((schema?._zod.def as { shape?: object } | undefined)?.shape ?? {});

function anyQuery(schema: z.ZodMiniObject | undefined): fc.Arbitrary<string> {
  const keys = [...keysOf(schema), 'page', 'q'];
  const fields = (schema?._zod.def as { shape?: Record<string, z.ZodMiniType> } | undefined)?.shape ?? {};
  const pair = fc.constantFrom(...keys).chain((key) => {
    const good = example(fields[key], key).map(String);
    return fc.oneof(fc.constantFrom(...good), anyName).map((value) => [key, value] as const);
  });
  const written = (pairs: readonly (readonly [string, string])[]) =>
    pairs.map(([key, value]) => `${key}=${encoded(value)}`).join('&');
  return fc.oneof(
    { weight: 8, arbitrary: fc.array(pair, { maxLength: keys.length + 2 }).map(written) },
    { weight: 1, arbitrary: fc.constantFrom('%', '%00', '%ff%fe', '&&&=', 'a[]=1&a[]=2', '__proto__[a]=1') },
  );
}

const anyHeaders = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { accept: 'image/*;q=0' },
      { 'accept-language': 'ar;q=9,*;q=-1,%' },
      { 'accept-encoding': 'br;q=0, gzip;q=0, *;q=0' },
      { 'if-none-match': '"' },
      { range: 'bytes=9-1,-' },
      { origin: 'null' },
      { host: 'a b' },
      { 'x-forwarded-for': '::ffff:999.1.1.1, , 1' },
      { 'x-forwarded-proto': 'gopher' },
      { cookie: 'session=%; session=a; language=%00; theme=__proto__' },
      { 'user-agent': 'a'.repeat(3000) },
      { authorization: 'Bearer \u00ff' },
      { 'sec-fetch-site': 'cross-site' },
    ),
  },
);

/** An endpoint of the contract. */
function toFuzzTarget(spec: EndpointSpec): FuzzTarget {
  const names = [...spec.path.matchAll(/:(\w+)/g)];
  const call = fc
    .record({
      names: fc.array(anyName, { minLength: names.length, maxLength: names.length }),
      query: anyQuery(spec.query),
      headers: anyHeaders,
      body: spec.body ? anyBody(example(spec.body)) : fc.constantFrom(undefined, undefined, '{}'),
    })
    .map(({ names: values, query, headers, body }): FuzzCall => {
      let at = 0;
      const path = spec.path.replace(/:\w+/g, () => encoded(values[at++] ?? ''));
      const type = spec.binaryBody?.[0] ?? 'application/json';
      const sent = spec.method === 'GET' ? undefined : body;
      return {
        method: spec.method,
        url: query ? `${path}?${query}` : path,
        headers: { ...(sent === undefined ? {} : { 'content-type': type }), ...headers },
        ...(sent === undefined ? {} : { body: sent }),
      };
    });
  return { name: endpointName(spec), call };
}

/** An endpoint and a caller. */
export interface Pair {
  readonly name: string;
  readonly request: fc.Arbitrary<FuzzRequest>;
}
const pairWith =
  (caller: Caller) =>
  ({ name, call }: FuzzTarget): Pair => ({
    name: `${caller}: ${name}`,
    request: call.map((made) => ({ caller, ...made })),
  });

/** All endpoints with all callers. */
export const pairs: readonly Pair[] = [
  ...endpoints.map(toFuzzTarget),
  ...fhirPlaces,
  ...openFhirPlaces,
].flatMap((place) => callers.map((caller) => pairWith(caller)(place)));
/** Most FHIR endpoints reject everybody but programs, so programs call them more often. */
const programPairs = fhirPlaces.map(pairWith('program')).flatMap((pair) => Array<Pair>(9).fill(pair));

/** Each pair once, and the pairs of programs more often. */
export const weightedPairs: readonly Pair[] = [...pairs, ...programPairs];

/** As many pairs as fit, each with its own invalid input. */
export function shufflePairs(these: readonly Pair[], most: number) {
  const count = Math.min(these.length, most);
  const asked = ({ name, request }: Pair) => request.map((made) => ({ name, request: made }));
  return fc
    .shuffledSubarray([...these], { minLength: count, maxLength: count })
    .chain((order) => fc.tuple(...order.map(asked)));
}
