import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#shared/errors.ts';

type CursorValue = string | number;

/** A list without `limit` ends here. */
export const maxRows = 500;
const countedTo = 10_000;

/** Counting stops here: `select count(*) from (select 1 … limit countLimit)`. */
export const countLimit = countedTo + 1;

/** Where a page ended: the sort values of its last row, opaque to the caller. */
const encodeCursor = (values: readonly CursorValue[]): string => Buffer.from(JSON.stringify(values)).toString('base64url');

/** The values of a cursor, null without one; a cursor that is none of ours is malformed. `kinds` are the sort values' types, in order. */
export function decodeCursor(text: string | undefined, kinds: readonly ('string' | 'number')[]): CursorValue[] | null {
  if (text === undefined || text === '') return null;
  const values = parsed(text);
  if (!Array.isArray(values) || values.length !== kinds.length) throw new Refusal('malformed');
  const fits = values.every((value, i) => typeof value === kinds[i] && (typeof value !== 'number' || Number.isSafeInteger(value)));
  if (!fits || text.includes('\0') || values.some((value) => typeof value === 'string' && value.includes('\0')))
    throw new Refusal('malformed');
  return values as CursorValue[];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw new Refusal('malformed');
  }
}

/**
 * Answers one page of `limit` rows out of the `limit + 1` that were read: the extra one says that there is more.
 * Sets `Link` to the next page and `X-Total-Count` to the count (exact to 10,000, then `10000+`).
 */
export function sendPage<Row>(
  reply: FastifyReply,
  request: FastifyRequest,
  rows: readonly Row[],
  { limit, total, cursorOf }: { limit: number; total: number; cursorOf: (last: Row) => readonly CursorValue[] },
): Row[] {
  reply.header('x-total-count', total > countedTo ? `${countedTo}+` : String(total));
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (rows.length > limit && last !== undefined) {
    const next = new URL(request.url, 'http://localhost');
    next.searchParams.set('limit', String(limit));
    next.searchParams.set('cursor', encodeCursor(cursorOf(last)));
    reply.header('link', `<${next.pathname}${next.search}>; rel="next"`);
  }
  return page;
}
