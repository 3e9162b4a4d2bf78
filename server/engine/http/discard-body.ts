import type { IncomingMessage } from 'node:http';

const mostMs = 5_000;
const mostBytes = 64 * 1024 * 1024;

/**
 * Reads a refused body to its end and forgets it. Many callers only listen once they have sent everything:
 * an answer before that, with the connection closed under what they still send, reaches them as a broken
 * connection.
 */
export function discardBody(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    if (request.complete && request.readableLength === 0) return resolve();
    let bytes = 0;
    const enough = setTimeout(resolve, mostMs);
    const done = (): void => {
      clearTimeout(enough);
      resolve();
    };
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostBytes) done();
    });
    for (const end of ['end', 'close', 'error']) request.once(end, done);
    request.resume();
  });
}
