import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Connections } from './connections.ts';
import { Door } from './door.ts';
import { turnAway } from './turn-away.ts';
import { Urgencies } from './urgency.ts';

/** Between asking to end and ending by force. */
const graceMs = 1200;
/** Headers and bodies have this long to arrive; looked at every two seconds. */
const arriveMs = 30_000;

/** What stands before the routes: connections, and the queue for a place. One for each server. */
export class Front {
  readonly urgencies = new Urgencies();
  /** What every answer carries. */
  headers: Readonly<Record<string, string>> = {};
  #connections: Connections | undefined;
  #door: Door | undefined;

  /** The server that Fastify listens with. */
  readonly serverFactory = (serve: (request: IncomingMessage, response: ServerResponse) => void): Server => {
    const door = new Door(
      serve,
      turnAway(() => this.headers),
      this.urgencies.of,
    );
    const server = createServer({
      connectionsCheckingInterval: 2000,
      headersTimeout: arriveMs,
      requestTimeout: arriveMs,
      keepAliveTimeout: 72_000,
    });
    this.#connections = new Connections(server);
    this.#door = door;
    server.on('request', (request, response) => door.enter(request, response));
    server.setTimeout(60_000);
    server.once('close', () => door.close());
    return server;
  };

  get draining(): boolean {
    return this.#connections?.draining ?? false;
  }

  /** Refused since the start, by urgency. */
  get refused(): Readonly<Record<string, number>> {
    return this.#door?.refused ?? {};
  }

  /** A stream no longer needs its place. */
  leave(response: ServerResponse): void {
    this.#door?.leave(response);
  }

  /**
   * Takes no more connections and ends those there are: idle ones at once, the others with their answer or
   * after a while.
   */
  drain(): void {
    this.#connections?.drain(graceMs);
  }
}
