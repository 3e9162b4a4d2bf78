import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What we know of a connection: the answers it waits for, and how far it has read them. */
interface Connection {
  readonly answers: Set<ServerResponse>;
  /** Bytes that had left us when this window of reading began. */
  left: number;
  /** Since when something waits to be read; null while nothing does. */
  waitingSince: number | null;
}

const lookEveryMs = 1000;
/** Who reads less than this in a window, with more to read, is dropped together with what waits for her. */
const windowMs = 30_000;
const leastPerWindow = 16 * 1024;

/** Bytes that nobody has taken from us yet: ours and those the system holds for this socket's write. */
function unread(socket: Socket): number {
  const handle = (socket as unknown as { _handle?: { writeQueueSize?: number } })._handle;
  return socket.writableLength + (handle?.writeQueueSize ?? 0);
}

/** Every connection of a server: drops who does not read, and ends them all in good order. */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  readonly #timer: NodeJS.Timeout;
  readonly #windowMs: number;
  #leaving = false;
  #draining = false;

  constructor(server: Server, slowReaderMs = windowMs) {
    this.#windowMs = slowReaderMs;
    server.on('connection', (socket) => this.#opened(socket));
    server.on('request', (request, response) => this.#asked(request.socket, response));
    this.#timer = setInterval(() => this.#dropSlowReaders(), Math.min(lookEveryMs, slowReaderMs / 4));
    this.#timer.unref();
    server.once('close', () => clearInterval(this.#timer));
  }

  /** Whether nobody should be sent here any more. */
  get leaving(): boolean {
    return this.#leaving;
  }

  /** Serves on as ever, but each answer is the last of its connection. */
  leave(): void {
    this.#leaving = true;
    for (const { answers } of this.#open.values()) for (const answer of answers) closeAfter(answer);
  }

  /**
   * Ends what is open: idle and silent connections at once, the others with the answer they wait for,
   * whatever is left after `graceMs` (half a body, a stream) by force. Requests that still come on a
   * connection are answered, with `connection: close`.
   */
  drain(graceMs: number): void {
    this.leave();
    this.#draining = true;
    for (const [socket, { answers }] of this.#open) if (answers.size === 0) socket.destroySoon();
    setTimeout(() => {
      for (const socket of this.#open.keys()) socket.destroy();
    }, graceMs).unref();
  }

  #opened(socket: Socket): void {
    if (this.#draining) {
      socket.destroySoon();
      return;
    }
    this.#open.set(socket, { answers: new Set(), left: 0, waitingSince: null });
    socket.once('close', () => this.#open.delete(socket));
  }

  #asked(socket: Socket, response: ServerResponse): void {
    const answers = this.#open.get(socket)?.answers;
    if (!answers) return;
    answers.add(response);
    if (this.#leaving) closeAfter(response);
    response.once('close', () => {
      answers.delete(response);
      if (this.#draining && answers.size === 0) socket.destroySoon();
    });
  }

  #dropSlowReaders(): void {
    const at = performance.now();
    for (const [socket, connection] of this.#open) {
      const waiting = unread(socket);
      const left = socket.bytesWritten - waiting;
      if (waiting === 0) connection.waitingSince = null;
      else if (connection.waitingSince === null || left - connection.left >= leastPerWindow) {
        connection.waitingSince = at;
        connection.left = left;
      } else if (at - connection.waitingSince > this.#windowMs) socket.destroy();
    }
  }
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}
