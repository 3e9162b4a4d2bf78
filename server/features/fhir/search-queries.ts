import type { CursorKind } from '#server/engine/http/list-pages.ts';
import { type FhirType, fhirMostAsked, fhirPage, fhirSearch } from '#shared/contract/connections/fhir.ts';
import {
  addDays,
  addMilliseconds,
  clinicClock,
  isRealDate,
  readInstant,
  startOfDay,
} from '#shared/domain/clinic-time.ts';
import { Refusal } from '#shared/errors.ts';

/** A parsed search of one resource; unknown parameters are rejected, never ignored. */
export interface Search {
  readonly type: FhirType;
  /** Each occurrence of a parameter: its alternatives. */
  readonly asked: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly count: number;
  /** The sort values of the cursor. */
  readonly after: readonly (string | number)[] | null;
}

export const notUnderstoodRefusal = (what: string): Refusal =>
  new Refusal('not_understood', { params: { what } });

const parseCount = (text: string): number => {
  if (!/^\d{1,6}$/.test(text) || Number(text) === 0) throw notUnderstoodRefusal(`_count=${text}`);
  return Math.min(Number(text), fhirPage.most);
};

export function readSearch(type: FhirType, query: URLSearchParams, after: Search['after']): Search {
  const known = new Set([...Object.keys(fhirSearch[type]), '_id']);
  const asked = new Map<string, string[][]>();
  let rows = fhirPage.usual;
  for (const [name, value] of query) {
    if (name === '_format' || name === '_cursor') continue;
    if (name === '_count') rows = parseCount(value);
    else if (known.has(name)) asked.set(name, [...(asked.get(name) ?? []), value.split(',')]);
    else throw notUnderstoodRefusal(name);
  }
  const values = [...asked.values()].flat(2).length;
  if (values > fhirMostAsked) throw notUnderstoodRefusal(`${values} > ${fhirMostAsked}`);
  return { type, asked, count: rows, after };
}

/** Sort order of pages: by last change if asked for, else the resource's own. */
export function cursorKindsOf(type: FhirType, query: URLSearchParams): readonly CursorKind[] {
  if (type !== 'Patient' && type !== 'Appointment') return ['int4'];
  if (query.has('_lastUpdated')) return ['instant', 'int4'];
  return type === 'Appointment' ? ['localTime', 'int4'] : ['int4'];
}

/** The id in a reference (`Patient/7`, a full address, or `7`); null if it refers to another type. */
export function parseReferenceNumber(reference: string, type: FhirType): number | null {
  const id = parseReferenceId(reference, type);
  return id !== null && /^[1-9]\d{0,8}$/.test(id) ? Number(id) : null;
}

/** The id in a reference to a resource of the type. */
export function parseReferenceId(reference: string, type: FhirType): string | null {
  const [id = '', of, ...rest] = reference.split('/').reverse();
  if (of !== undefined && of !== type) return null;
  return rest.length > 0 && !/^https?:/.test(reference) ? null : id;
}

/** The ids that a parameter names, with all alternatives; undefined if it was not given. */
export function requestedNumbers({ asked }: Search, name: string, type: FhirType): number[] | undefined {
  return asked
    .get(name)
    ?.flat()
    .flatMap((value) => parseReferenceNumber(value, type) ?? []);
}

type Operator = 'eq' | 'ge' | 'gt' | 'le' | 'lt' | 'sa' | 'eb';
type Span<T> = readonly [first: T, next: T];
/** A half-open range: from an instant on, or before it. */
export interface Edge<T> {
  readonly side: 'from' | 'before';
  readonly at: T;
}
/** Position of the first or last day: a full date has both, a year alone does not. */
export interface DayEdge extends Edge<string> {
  readonly of: 'first' | 'last';
}

/** A comparison with a moment, for a range. */
const edgesByOperator: Record<Operator, (span: Span<Date>) => Edge<Date>[]> = {
  eq: ([first, next]) => [
    { side: 'from', at: first },
    { side: 'before', at: next },
  ],
  ge: ([first]) => [{ side: 'from', at: first }],
  gt: ([, next]) => [{ side: 'from', at: next }],
  le: ([, next]) => [{ side: 'before', at: next }],
  lt: ([first]) => [{ side: 'before', at: first }],
  sa: ([, next]) => [{ side: 'from', at: next }],
  eb: ([first]) => [{ side: 'before', at: first }],
};

/**
 * A comparison with a range, by FHIR's rules; all conditions must hold, of each one alternative. Equal means
 * within; greater means reaching beyond.
 */
const dayEdgesByOperator: Record<Operator, (span: Span<string>) => DayEdge[][]> = {
  eq: ([first, next]) => [
    [{ of: 'first', side: 'from', at: first }],
    [{ of: 'last', side: 'before', at: next }],
  ],
  ge: ([first, next]) => [
    [
      { of: 'last', side: 'from', at: next },
      { of: 'first', side: 'from', at: first },
    ],
  ],
  gt: ([, next]) => [[{ of: 'last', side: 'from', at: next }]],
  le: ([first, next]) => [
    [
      { of: 'first', side: 'before', at: first },
      { of: 'last', side: 'before', at: next },
    ],
  ],
  lt: ([first]) => [[{ of: 'first', side: 'before', at: first }]],
  sa: ([, next]) => [[{ of: 'first', side: 'from', at: next }]],
  eb: ([first]) => [[{ of: 'last', side: 'before', at: first }]],
};

const second = 1000;
const minute = 60 * second;
const zonedInstantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** The precision of a written time: a millisecond, a second, a minute, or whole days of the clinic. */
function parseInstantSpan(value: string): Span<Date> | null {
  const days = parseDateSpan(value);
  if (days) return [startOfDay(days[0]), startOfDay(days[1])];
  const [, seconds, fraction] = zonedInstantPattern.exec(value) ?? [];
  const at = zonedInstantPattern.test(value) ? readInstant(value) : null;
  const ms = fraction === undefined ? second : 1;
  return at && [at, addMilliseconds(at, seconds === undefined ? minute : ms)];
}

/** Parses each occurrence of a date parameter; alternatives are not supported. */
function parseSpanParameter<T, Edges>(
  { asked }: Search,
  name: string,
  {
    spanOf,
    edges,
  }: {
    spanOf: (value: string) => Span<T> | null;
    edges: Record<Operator, (span: Span<T>) => Edges[]>;
  },
): Edges[] {
  return (asked.get(name) ?? []).flatMap(([text = '', ...others]) => {
    const [, operator = 'eq', value = ''] = /^(eq|ge|gt|le|lt|sa|eb)?(\d.*)$/.exec(text) ?? [];
    const span = others.length > 0 ? null : spanOf(value);
    if (!span) throw notUnderstoodRefusal([text, ...others].join(','));
    return edges[operator as Operator](span);
  });
}

/** Range of instants; a day is the clinic's, from midnight to midnight. */
export const requestedInstants = (search: Search, name: string): Edge<Date>[] =>
  parseSpanParameter(search, name, { spanOf: parseInstantSpan, edges: edgesByOperator });

/** For a year, month or day: the first date, and the first date after it. */
export function parseDateSpan(value: string): Span<string> | null {
  const [, year = '', month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(value) ?? [];
  const first = `${year}-${month ?? '01'}-${day ?? '01'}`;
  if (!isRealDate(first)) return null;
  if (day !== undefined) return [first, addDays(first, 1)];
  if (month === undefined) return [first, `${String(Number(year) + 1).padStart(4, '0')}-01-01`];
  return [first, `${addDays(first, 31).slice(0, 7)}-01`];
}

/** Ranges of dates: all conditions must hold, of each one alternative. */
export const requestedDays = (search: Search, name: string): DayEdge[][] =>
  parseSpanParameter(search, name, { spanOf: parseDateSpan, edges: dayEdgesByOperator });

/** Whether a moment is in the range. */
export const isInstantWithin = <T>({ side, at: edge }: Edge<T>, at: T): boolean =>
  at >= edge === (side === 'from');

/** Whether the days are in the range. */
export const areDaysWithin = ([first, next]: Span<string>, { of, side, at }: DayEdge): boolean =>
  (of === 'first' ? first >= at : next > at) === (side === 'from');

const formatWallTime = (at: Date): string => {
  const { date, time } = clinicClock(at);
  return `${date} ${time}`;
};

/** The same in the clinic's local time, as appointments are stored. */
export const requestedWallTimes = (search: Search, name: string): Edge<string>[] =>
  requestedInstants(search, name).map(({ side, at }) => ({ side, at: formatWallTime(at) }));
