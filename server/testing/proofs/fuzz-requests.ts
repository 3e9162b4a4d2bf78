import * as fc from 'fast-check';
import type * as z from 'zod/mini';
import { endpoints } from '#server/testing/contract.ts';
import { pairFor } from '#server/testing/example-values.ts';
import { fhirSearch, fhirTypes } from '#shared/contract/connections/fhir.ts';
import type { EndpointSpec } from '#shared/contract/endpoint.ts';

/** Who calls, by a cookie, and another program by its key; whoever's that is at the time. */
const people = ['nobody', 'patient', 'guardian', 'receptionist', 'doctor', 'admin'] as const;
const callers = [...people, 'program'] as const;
export type Caller = (typeof callers)[number];

export interface FuzzRequest {
  readonly caller: Caller;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What has broken programs before. */
const strings = [
  ['', ' ', '\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\u202eabc', '\ufeff', '٠١٢٣٤٥٦٧٨٩', 'İıſK'],
  ["'", "'; drop table users; --", '" or 1=1 --', '\\', '%', '%%', '_', '$1', '${7*7}', '{{7*7}}'],
  ['<script>alert(1)</script>', '../../../etc/passwd', '/healthz', 'file:///etc/passwd', '//evil.example'],
  ['__proto__', 'constructor', 'toString', 'null', 'undefined', 'NaN', 'true', '[object Object]'],
  ['-0', '1e309', '0x10', '1_000', '9007199254740993', '99999999999999999999', '2147483648', '-1'],
  ['2027-02-30', '0000-00-00', '99999-01-01', '-000001-01-01', '2027-06-07T25:61:61Z', '24:00', '23:60'],
  ['a'.repeat(300), 'ا'.repeat(5000), 'a@'.repeat(200), `${'a'.repeat(64)}@b.example`, '(((((((((((a'],
  ['\r\nset-cookie: a=b', 'a\nb', '\u2028', '👩‍⚕️'.repeat(20), 'a*'.repeat(40), `${'a'.repeat(40)}!`],
].flat();
const numbers = [0, -1, 1, 2, 1.5, -0, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e21, 1e308, -1e308];

const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)]);
/** Of any kind, most of them wrong where they stand. */
const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(...strings),
  fc.constantFrom<unknown[]>(...numbers),
  fc.constantFrom<unknown[]>(null, true, false, [], {}, [null], [[]], { id: 1 }, { $gt: '' }, deep(40)),
  fc.integer({ min: -5, max: 60 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.array(fc.constantFrom<unknown[]>(...strings, ...numbers), { maxLength: 60 }),
  fc.dictionary(fc.constantFrom(...strings.slice(0, 30)), fc.constantFrom(...strings), { maxKeys: 5 }),
);
/** What an address may hold: mostly what is there. */
const anyName = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 40 }).map(String) },
  { weight: 3, arbitrary: fc.constantFrom(...strings, ...numbers.map(String)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
);

function example(schema: z.ZodMiniType | undefined, name = ''): readonly unknown[] {
  try {
    return (schema && pairFor(schema, name)) ?? [{}];
  } catch {
    return [{}];
  }
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A good body with up to three fields spoiled, left out or too many; or anything. */
function anyBody(good: readonly unknown[]): fc.Arbitrary<string> {
  const spoiling = fc.record({
    base: fc.constantFrom(...good),
    spoiled: fc.array(fc.tuple(fc.nat(30), fc.constantFrom('set', 'drop', 'add'), anyValue), {
      maxLength: 3,
    }),
  });
  const spoiled = spoiling.map(({ base, spoiled: list }) => {
    if (!isFields(base)) return list[0]?.[2] ?? base;
    const fields = { ...base };
    const keys = Object.keys(fields);
    for (const [at, how, value] of list) {
      const key = keys[at % Math.max(keys.length, 1)] ?? 'id';
      if (how === 'drop') delete fields[key];
      else fields[how === 'add' ? (strings[at] ?? 'more') : key] = value;
    }
    return fields;
  });
  const written = fc.oneof({ weight: 9, arbitrary: spoiled }, { weight: 1, arbitrary: anyValue });
  const text = written.map((value) => JSON.stringify(value) ?? 'null');
  const broken = fc.constantFrom('{', '', '{"a":1}{"b":2}', '[1,]', '\u0000', '{"__proto__":{"a":1}}', '"');
  return fc.oneof({ weight: 19, arbitrary: text }, { weight: 1, arbitrary: broken });
}

/** Halves of a character become the sign for a broken one: an address cannot hold them. */
const encoded = (value: string): string => encodeURIComponent(Buffer.from(value).toString());

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

/** What FHIR is asked for rightly, by the kinds of its parameters. */
const fhirValues = {
  string: ['a', 'Mona', ''],
  token: ['free', 'booked', 'HKM-000001', '01001234567', '1'],
  reference: ['1', 'Patient/1', 'Location/1', 'Schedule/1-20', 'https://a.example/Practitioner/3'],
  date: ['2027-06-08', 'ge2027-06', 'lt2027', 'gt2027-06-08T12:00:00Z', 'le2027-06-08T12:00:00+03:00'],
  id: ['1', 'clinic', '1-20', '1-20-1', '1-20-20270609150000', '2-1'],
};
const fhirWish = {
  resourceType: 'Appointment',
  id: '1',
  status: 'cancelled',
  start: '2027-06-08T12:00:00Z',
  slot: [{ reference: 'Slot/1-20-20270609150000' }],
  serviceType: [{ coding: [{ code: '1' }] }],
  participant: [{ actor: { reference: 'Patient/1' }, status: 'accepted' }],
};
const fhirBodies = [
  fhirWish,
  { resourceType: 'Parameters', parameter: [{ name: 'appt-resource', resource: fhirWish }] },
];

function anyFhirQuery(type: (typeof fhirTypes)[number]): fc.Arbitrary<string> {
  const kinds: Readonly<Record<string, keyof typeof fhirValues>> = { _id: 'id', ...fhirSearch[type] };
  const known = fc
    .constantFrom(...Object.entries(kinds))
    .chain(([name, kind]) =>
      fc.tuple(fc.constant(name), fc.oneof(fc.constantFrom(...fhirValues[kind]), anyName)),
    );
  const paging = fc.tuple(fc.constantFrom('_count', '_cursor', '_format', '_sort', '_lastUpdated'), anyName);
  return fc
    .array(fc.oneof({ weight: 4, arbitrary: known }, { weight: 1, arbitrary: paging }), { maxLength: 3 })
    .map((pairs) => pairs.map(([name, value]) => `${name}=${encoded(value)}`).join('&'));
}

const anyFhirPath = fc.constantFrom(...fhirTypes).chain((type) =>
  fc.oneof(
    { weight: 3, arbitrary: anyFhirQuery(type).map((query) => `${type}?${query}`) },
    {
      weight: 1,
      arbitrary: fc.oneof(fc.constantFrom(...fhirValues.id), anyName).map((id) => `${type}/${encoded(id)}`),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('metadata', '$bulk-publish', 'bulk/slots-1.ndjson', 'bulk/slots-%00.ndjson'),
    },
  ),
);

const fhirReading = fc.record({ method: fc.constant('GET'), path: anyFhirPath });
const fhirWriting = fc.record({
  method: fc.constantFrom('POST', 'PUT', 'DELETE'),
  path: fc.constantFrom('Appointment/$book', 'Appointment/1', 'Appointment/999999999', 'Patient/1', ''),
  body: anyBody(fhirBodies),
});

/** Any call of FHIR, mostly by a program. */
const anyFhirCall: fc.Arbitrary<FuzzRequest> = fc
  .record({
    caller: fc.constantFrom<Caller[]>('program', 'program', 'program', 'nobody', 'admin'),
    asked: fc.oneof(
      { weight: 4, arbitrary: fhirReading },
      { weight: 1, arbitrary: fhirWriting },
    ) as fc.Arbitrary<{ method: string; path: string; body?: string }>,
    version: fc.constantFrom('W/"1"', 'W/"999999999"', '"1"', '*', '\u00ff'),
  })
  .map(({ caller, asked: { method, path, body }, version }): FuzzRequest => {
    const call = { caller, method, url: `/fhir/R4/${path}` };
    if (body === undefined) return { ...call, headers: {} };
    return { ...call, headers: { 'content-type': 'application/fhir+json', 'if-match': version }, body };
  });

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

/** Mostly somebody who is let in. */
function anyCaller({ access, key }: EndpointSpec): fc.Arbitrary<Caller> {
  const open = callers.filter((caller) => {
    if (caller === 'program') return key !== undefined;
    if (typeof access === 'string') return access === 'public' || caller !== 'nobody';
    const role = caller === 'guardian' ? 'patient' : caller;
    return access.some((name) => name === role);
  });
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...(open.length > 0 ? open : callers)) },
    { weight: 1, arbitrary: fc.constantFrom(...callers) },
  );
}

/** Any call of the contract by anybody. */
const anyCall: fc.Arbitrary<FuzzRequest> = fc
  .constantFrom(...endpoints)
  .chain((spec) => fc.tuple(fc.constant(spec), anyCaller(spec)))
  .chain(([spec, caller]) => {
    const names = [...spec.path.matchAll(/:(\w+)/g)];
    return fc
      .record({
        names: fc.array(anyName, { minLength: names.length, maxLength: names.length }),
        query: anyQuery(spec.query),
        headers: anyHeaders,
        body: spec.body ? anyBody(example(spec.body)) : fc.constantFrom(undefined, undefined, '{}'),
      })
      .map(({ names: values, query, headers, body }) => {
        let at = 0;
        const path = spec.path.replace(/:\w+/g, () => encoded(values[at++] ?? ''));
        const type = spec.binaryBody?.[0] ?? 'application/json';
        const sent = spec.method === 'GET' ? undefined : body;
        return {
          caller,
          method: spec.method,
          url: query ? `${path}?${query}` : path,
          headers: { ...(sent === undefined ? {} : { 'content-type': type }), ...headers },
          ...(sent === undefined ? {} : { body: sent }),
        };
      });
  });

/** Any call by anybody, of the contract or of what stands beside it. */
export const anyRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(
  { weight: 9, arbitrary: anyCall },
  { weight: 1, arbitrary: anyFhirCall },
);
