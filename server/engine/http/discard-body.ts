import type { IncomingMessage } from 'node:http';

const maxDurationMs = 5_000;
const maxBytes = 64 * 1024 * 1024;

/**
 * Reads the body of a rejected request to its end and drops it. Many clients read the answer only after they
 * have sent everything: an earlier answer with a closed connection looks like a network error to them.
 */
export function discardBody(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    if (request.complete && request.readableLength === 0) return resolve();
    let bytes = 0;
    const enough = setTimeout(resolve, maxDurationMs);
    const done = (): void => {
      clearTimeout(enough);
      resolve();
    };
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) done();
    });
    for (const end of ['end', 'close', 'error']) request.once(end, done);
    request.resume();
  });
}
