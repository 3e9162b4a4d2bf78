import { type FhirType, fhirMostAsked, fhirPage, fhirSearch } from '#shared/contract/connections/fhir.ts';
import {
  addDays,
  clinicClock,
  isRealDate,
  later,
  readInstant,
  startOfDay,
} from '#shared/domain/clinic-time.ts';
import { Refusal } from '#shared/errors.ts';

/** A search of one resource as it was asked, understood; what is not understood is refused, never ignored. */
export interface Search {
  readonly type: FhirType;
  /** Each time a parameter was given: its alternatives. */
  readonly asked: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly count: number;
  /** Where the page before ended: the values that it is sorted by. */
  readonly after: readonly (string | number)[] | null;
}

export const notUnderstood = (what: string): Refusal => new Refusal('not_understood', { params: { what } });

const count = (text: string): number => {
  if (!/^\d{1,6}$/.test(text) || Number(text) === 0) throw notUnderstood(`_count=${text}`);
  return Math.min(Number(text), fhirPage.most);
};

export function readSearch(type: FhirType, query: URLSearchParams, after: Search['after']): Search {
  const known = new Set([...Object.keys(fhirSearch[type]), '_id']);
  const asked = new Map<string, string[][]>();
  let rows = fhirPage.usual;
  for (const [name, value] of query) {
    if (name === '_format' || name === '_cursor') continue;
    if (name === '_count') rows = count(value);
    else if (known.has(name)) asked.set(name, [...(asked.get(name) ?? []), value.split(',')]);
    else throw notUnderstood(name);
  }
  const values = [...asked.values()].flat(2).length;
  if (values > fhirMostAsked) throw notUnderstood(`${values} > ${fhirMostAsked}`);
  return { type, asked, count: rows, after };
}

/** The number in a reference (`Patient/7`, a whole address, or `7`); null where it is to something else. */
export function numberIn(reference: string, type: FhirType): number | null {
  const id = idIn(reference, type);
  return id !== null && /^[1-9]\d{0,8}$/.test(id) ? Number(id) : null;
}

/** The id in a reference to a resource of the type. */
export function idIn(reference: string, type: FhirType): string | null {
  const [id = '', of, ...rest] = reference.split('/').reverse();
  if (of !== undefined && of !== type) return null;
  return rest.length > 0 && !/^https?:/.test(reference) ? null : id;
}

/** The numbers that a parameter names, of all its alternatives; undefined where it was not given. */
export function numbersAsked({ asked }: Search, name: string, type: FhirType): number[] | undefined {
  return asked
    .get(name)
    ?.flat()
    .flatMap((value) => numberIn(value, type) ?? []);
}

type Operator = 'eq' | 'ge' | 'gt' | 'le' | 'lt';
/** From an edge on, or before one. */
export interface Edge<T> {
  readonly side: 'from' | 'before';
  readonly at: T;
}

/** What a dated parameter means, by the first and the next instant of what it names. */
function edgesOf<T>(text: string, spanOf: (value: string) => readonly [T, T] | null): Edge<T>[] {
  const [, operator = 'eq', value = ''] = /^(eq|ge|gt|le|lt)?(\d.*)$/.exec(text) ?? [];
  const span = spanOf(value);
  if (!span) throw notUnderstood(text);
  const [first, next] = span;
  const edges: Record<Operator, Edge<T>[]> = {
    eq: [
      { side: 'from', at: first },
      { side: 'before', at: next },
    ],
    ge: [{ side: 'from', at: first }],
    gt: [{ side: 'from', at: next }],
    le: [{ side: 'before', at: next }],
    lt: [{ side: 'before', at: first }],
  };
  return edges[operator as Operator];
}

const second = 1000;
const withZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

const instants = (value: string): readonly [Date, Date] | null => {
  if (/^\d{4}-\d\d-\d\d$/.test(value))
    return isRealDate(value) ? [startOfDay(value), startOfDay(addDays(value, 1))] : null;
  const at = withZone.test(value) ? readInstant(value) : null;
  return at && [at, later(at, second)];
};

/** What lies between is asked for; alternatives of it are not understood. */
function edgesAsked<T>(
  { asked }: Search,
  name: string,
  spanOf: (value: string) => readonly [T, T] | null,
): Edge<T>[] {
  return (asked.get(name) ?? []).flatMap(([text = '', ...others]) => {
    if (others.length > 0) throw notUnderstood([text, ...others].join(','));
    return edgesOf(text, spanOf);
  });
}

/** Between which instants something lies; a date is the clinic's, from midnight to midnight. */
export const instantsAsked = (search: Search, name: string): Edge<Date>[] =>
  edgesAsked(search, name, instants);

/** Of a year, a month or a day: the first date, and the next after it. */
function dates(value: string): readonly [string, string] | null {
  const [, year = '', month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(value) ?? [];
  const first = `${year}-${month ?? '01'}-${day ?? '01'}`;
  if (!isRealDate(first)) return null;
  if (day !== undefined) return [first, addDays(first, 1)];
  if (month === undefined) return [first, `${String(Number(year) + 1).padStart(4, '0')}-01-01`];
  return [first, `${addDays(first, 31).slice(0, 7)}-01`];
}

/** From which date on and before which one something lies. */
export const datesAsked = (search: Search, name: string): Edge<string>[] => edgesAsked(search, name, dates);

const wallOf = (at: Date): string => {
  const { date, time } = clinicClock(at);
  return `${date} ${time}`;
};

/** The same on the clinic's wall, as visits are kept. */
export const wallTimesAsked = (search: Search, name: string): Edge<string>[] =>
  instantsAsked(search, name).map(({ side, at }) => ({ side, at: wallOf(at) }));
