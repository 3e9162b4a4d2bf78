import { connect, type Socket } from 'node:net';
import type { AuditSubject } from '#shared/domain/audit.ts';

const openAgainMs = 5000;
const maxDelayMs = 60_000;

/** A live event: subjects, and the branches of their appointments and offers if known. */
export interface LiveEvent {
  readonly subjects: readonly AuditSubject[];
  readonly branches?: readonly number[];
}

/** Whether a view of a branch's appointments must be refetched (`refetchSubjects` in `web/api/hooks.ts`). */
export const concernsBranch = ({ subjects, branches }: LiveEvent, branch: number): boolean =>
  !branches ||
  branches.includes(branch) ||
  subjects.some((subject) => ['users', 'locations', 'schedules', 'absences'].includes(subject));

/**
 * Event streams of pages, reconnected like in a browser (`web/api/live.ts`): a refused or broken one is
 * opened again after increasing delays. Uses plain sockets, because there are thousands.
 */
export class Listeners {
  readonly #port: number;
  readonly #sockets = new Set<Socket>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #ended = false;
  open = 0;
  refused = 0;
  broken = 0;
  heard = 0;

  constructor(port: number) {
    this.#port = port;
  }

  add(cookie: string, changed: (told: LiveEvent) => void = () => undefined, tries = 0): void {
    const socket = connect(this.#port, '127.0.0.1').setEncoding('latin1');
    let head = '';
    let rest = '';
    let isOpen = false;
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write(`GET /api/events HTTP/1.1\r\nhost: a\r\ncookie: ${cookie}\r\n\r\n`);
    socket.on('data', (part: unknown) => {
      const text = String(part);
      if (!isOpen) {
        head += text;
        if (!head.includes('\r\n\r\n')) return;
        if (!head.startsWith('HTTP/1.1 200')) {
          this.refused += 1;
          return void socket.destroy();
        }
        isOpen = true;
        this.open += 1;
      }
      rest += text;
      for (const [, data = ''] of rest.matchAll(/event: changed\ndata: (.*)\n\n/g)) {
        this.heard += 1;
        changed(JSON.parse(data));
      }
      rest = rest.slice(rest.lastIndexOf('\n\n') + 1).slice(-1000);
    });
    socket.on('close', () => {
      this.#sockets.delete(socket);
      if (isOpen) this.open -= 1;
      if (this.#ended) return;
      if (isOpen) this.broken += 1;
      const after = Math.min(maxDelayMs, openAgainMs * 2 ** tries) * (0.5 + Math.random() / 2);
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        this.add(cookie, changed, isOpen ? 0 : tries + 1);
      }, after);
      this.#timers.add(timer);
    });
  }

  end(): void {
    this.#ended = true;
    for (const timer of this.#timers) clearTimeout(timer);
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** Refetches a view on every change, one request at a time, like the browser. */
export function createFollower(read: () => Promise<unknown>): () => void {
  let waiting = false;
  let reading = false;
  return () => {
    waiting = true;
    if (reading) return;
    reading = true;
    void (async () => {
      while (waiting) {
        waiting = false;
        await read();
      }
    })().finally(() => (reading = false));
  };
}
