import { parentPort } from 'node:worker_threads';
import { UnreadableTable } from '#server/engine/files/table-types.ts';
import { type ListOptions, type ListPart, readList } from './list-reader.ts';

/** Starts reading a file. */
export interface ListRequest {
  readonly bytes: Uint8Array;
  readonly options: ListOptions;
}
export type ListReply =
  | ListPart
  | { readonly kind: 'unreadable'; readonly reason: string; readonly line: number | undefined };

let parts: AsyncGenerator<ListPart> | undefined;

/** A request starts a file, null asks for its next part. */
async function handleRequest(request: ListRequest | null): Promise<ListReply> {
  if (request) {
    const { buffer, byteOffset, byteLength } = request.bytes;
    parts = readList(Buffer.from(buffer, byteOffset, byteLength), request.options);
  }
  try {
    const next = await parts?.next();
    if (!next || next.done) throw new Error('a part was requested after the last one');
    return next.value;
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error;
    return { kind: 'unreadable', reason: error.reason, line: error.line };
  }
}

parentPort?.on('message', (request: ListRequest | null) => {
  void handleRequest(request).then((reply) => parentPort?.postMessage(reply));
});
