import * as fc from 'fast-check';
import type * as z from 'zod/mini';
import { findValuePair } from '#server/testing/example-values.ts';

export interface FuzzCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}
/** An endpoint or page, and any call of it. */
export interface FuzzTarget {
  readonly name: string;
  readonly call: fc.Arbitrary<FuzzCall>;
}

/** Values that often cause errors in programs. */
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
/** Values of any type, most of them wrong at their place. */
const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(...strings),
  fc.constantFrom<unknown[]>(...numbers),
  fc.constantFrom<unknown[]>(null, true, false, [], {}, [null], [[]], { id: 1 }, { $gt: '' }, deep(40)),
  fc.integer({ min: -5, max: 60 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.array(fc.constantFrom<unknown[]>(...strings, ...numbers), { maxLength: 60 }),
  fc.dictionary(fc.constantFrom(...strings.slice(0, 30)), fc.constantFrom(...strings), { maxKeys: 5 }),
);
/** Path parameters: mostly ids of existing rows. */
export const anyName = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 40 }).map(String) },
  { weight: 3, arbitrary: fc.constantFrom(...strings, ...numbers.map(String)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
);

export function example(schema: z.ZodMiniType | undefined, name = ''): readonly unknown[] {
  try {
    return (schema && findValuePair(schema, name)) ?? [{}];
  } catch {
    return [{}];
  }
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A valid body with up to three fields invalid, missing or added, or any value. */
export function anyBody(good: readonly unknown[]): fc.Arbitrary<string> {
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

/** Lone surrogates become U+FFFD, because an address cannot contain them. */
export const encoded = (value: string): string => encodeURIComponent(Buffer.from(value).toString());
