import type { FastifyReply, FastifyRequest } from 'fastify';
import { isRealDate } from '#shared/domain/clinic-time.ts';
import { Refusal } from '#shared/errors.ts';
import { isWritable } from './mount-endpoint.ts';

type CursorValue = string | number;

/** Types of sort values, so that every value of a cursor can be compared in the database. */
export type CursorKind = 'int4' | 'int8' | 'text' | 'localTime' | 'instant';
type CursorOf<Kinds extends readonly CursorKind[]> = {
  -readonly [I in keyof Kinds]: Kinds[I] extends 'int4' | 'int8' ? number : string;
};

const isWholeUpTo = (most: number) => (value: unknown) =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most;
const isText = (value: unknown): value is string => typeof value === 'string' && isWritable(value);
const time = '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d';
const localTime = new RegExp(`^\\d{4}-\\d\\d-\\d\\d ${time}$`);
const instant = new RegExp(
  `^\\d{4}-\\d\\d-\\d\\d ${time}(?:\\.\\d{1,6})?[+-](?:0\\d|1[0-4])(?::[0-5]\\d){0,2}$`,
);
const isTime = (shape: RegExp) => (value: unknown) =>
  isText(value) && shape.test(value) && isRealDate(value.slice(0, 10));

const cursorChecks: Record<CursorKind, (value: unknown) => boolean> = {
  int4: isWholeUpTo(2_147_483_647),
  int8: isWholeUpTo(Number.MAX_SAFE_INTEGER),
  text: isText,
  localTime: isTime(localTime),
  instant: isTime(instant),
};

/** Number of rows of a list without `limit`: of people and appointments the newest, in ascending order. */
export const maxRows = 500;
export const isNewestRequested = (query: {
  limit?: number | undefined;
  cursor?: string | undefined;
  sort?: string | undefined;
}): boolean => query.limit === undefined && !query.cursor && query.sort === undefined;
const maxCountedRows = 10_000;

/** Counting stops here (`countUpTo`). */
export const countLimit = maxCountedRows + 1;

/** The cursor after a page: the sort values of its last row, opaque to the caller. */
const encodeCursor = (values: readonly CursorValue[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url');

/**
 * The values of a cursor; null without one. Rejects a cursor that we did not make. `kinds` are the types of
 * the sort values, in order.
 */
export function decodeCursor<const Kinds extends readonly CursorKind[]>(
  text: string | undefined,
  kinds: Kinds,
): CursorOf<Kinds> | null {
  if (text === undefined || text === '') return null;
  const values = parseCursor(text);
  if (!Array.isArray(values) || values.length !== kinds.length) throw new Refusal('malformed');
  if (!kinds.every((kind, i) => cursorChecks[kind](values[i]))) throw new Refusal('malformed');
  return values as CursorOf<Kinds>;
}

function parseCursor(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw new Refusal('malformed');
  }
}

/**
 * Answers one page of `limit` rows out of the `limit + 1` that were read: the extra row shows that there is
 * another page. Sets `Link` to the next page and `X-Total-Count` to the total if there is one (exact to
 * 10,000, then `10000+`, unless the count stopped earlier).
 */
export function sendPage<Row>(
  reply: FastifyReply,
  request: FastifyRequest,
  rows: readonly Row[],
  {
    limit,
    total,
    countedTo = maxCountedRows,
    cursorOf,
    reversed = false,
  }: {
    limit: number;
    total: number | null;
    countedTo?: number | undefined;
    cursorOf: (last: Row) => readonly CursorValue[];
    /**
     * Sends rows that were read from the end of the list (`isNewestRequested`), in list order, without a `Link`.
     */
    reversed?: boolean;
  },
): Row[] {
  const most = Math.min(countedTo, maxCountedRows);
  if (total !== null) reply.header('x-total-count', total > most ? `${most}+` : String(total));
  const page = rows.slice(0, limit);
  if (reversed) return page.reverse();
  const last = page.at(-1);
  if (rows.length > limit && last !== undefined) {
    const next = new URL(request.url, 'http://localhost');
    next.searchParams.set('limit', String(limit));
    next.searchParams.set('cursor', encodeCursor(cursorOf(last)));
    reply.header('link', `<${next.pathname}${next.search}>; rel="next"`);
  }
  return page;
}
