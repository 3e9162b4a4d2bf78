import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { byteOrderMark, csvLine } from '#shared/domain/csv.ts';

type Cells = readonly (string | number | null)[];

async function* asCsv(pages: AsyncIterable<readonly Cells[]>): AsyncGenerator<string> {
  yield byteOrderMark;
  for await (const page of pages) yield page.map(csvLine).join('');
}

/** Sends rows as a CSV file, page by page. */
export function sendCsv(
  reply: FastifyReply,
  { name, pages }: { name: string; pages: AsyncIterable<readonly Cells[]> },
): Readable {
  reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}"`);
  return Readable.from(asCsv(pages), { objectMode: false });
}
