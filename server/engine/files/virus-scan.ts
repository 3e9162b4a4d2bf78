import { connect, type Socket } from 'node:net';
import type { Config } from '#server/config.ts';
import { Refusal } from '#shared/errors.ts';

/* Uploads are scanned by the clinic's ClamAV, if configured, with clamd's INSTREAM. */

const answerWithinMs = 20_000;
const pieceBytes = 64 * 1024;
/** `stream: OK`, `stream: Eicar-Test-Signature FOUND`, or an error. */
const maxAnswerLength = 1024;

/** Each piece follows its length; length 0 ends the stream. */
function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const piece = bytes.subarray(at, at + pieceBytes);
    yield lengthOf(piece.length);
    yield piece;
  }
  yield lengthOf(0);
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

function connectToScanner({ protocol, hostname, port, pathname }: URL): Socket {
  if (protocol === 'unix:') return connect(decodeURIComponent(pathname));
  return connect(Number(port), hostname.replace(/^\[(.*)\]$/, '$1'));
}

function queryScanner(scanner: URL, bytes: Buffer): Promise<string> {
  return new Promise((answered, failed) => {
    const socket = connectToScanner(scanner);
    let said = '';
    const deadline = setTimeout(() => socket.destroy(new Error('it does not answer')), answerWithinMs);
    socket.on('error', failed);
    socket.on('data', (text) => {
      said = (said + text.toString('utf8')).slice(0, maxAnswerLength);
    });
    socket.on('close', () => {
      clearTimeout(deadline);
      answered(said.replace(/\0.*$/s, '').trim());
    });
    socket.write('zINSTREAM\0');
    for (const piece of pieces(bytes)) socket.write(piece);
  });
}

/**
 * Rejects a file in which the scanner finds something. If the scanner cannot be reached, the file is rejected
 * too. Does nothing without a scanner.
 */
export async function scanForViruses(
  { CLAMD_URL: scanner }: Pick<Config, 'CLAMD_URL'>,
  log: { warn(about: object, message: string): void },
  bytes: Buffer,
): Promise<void> {
  if (scanner === undefined) return;
  const said = await queryScanner(new URL(scanner), bytes).catch((error: Error) => error);
  if (typeof said === 'string' && said.endsWith(' FOUND')) {
    log.warn({ found: said }, 'a file was refused by the scanner');
    throw new Refusal('harmful_file');
  }
  if (said === 'stream: OK') return;
  log.warn(typeof said === 'string' ? { said } : { err: said }, 'the scanner of files could not be asked');
  throw new Refusal('unavailable', { retryAfter: 30 });
}
