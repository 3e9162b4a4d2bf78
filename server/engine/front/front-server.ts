import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connections } from './connections.ts';
import { Door } from './door.ts';
import { Ears } from './ears.ts';
import { turnAway } from './turn-away.ts';
import { Urgencies } from './urgency.ts';

/** Between asking to end and ending by force. */
const graceMs = 1200;
/** A proxy has asked us twice in it whether we are ready (`deploy/haproxy.cfg`). */
const noticeMs = 450;
/** Headers and bodies have this long to arrive; looked at every two seconds. */
const arriveMs = 30_000;
/** Callers who wait to be let in: the system drops who comes above it, and they try again for seconds. */
const mostUnaccepted = 4096;
/** Connections that a turn of the event loop lets in, besides one. */
const moreEars = 63;

/**
 * What stands before the routes: connections, and the queue for a place. One for each server. It hears
 * callers before there are routes: they wait, and are served once `open` was said.
 */
export class Front {
  readonly urgencies = new Urgencies();
  readonly server: Server;
  readonly #connections: Connections;
  readonly #door: Door;
  readonly #ears: Ears;

  /** `headers` are what every answer carries. */
  constructor(headers: Readonly<Record<string, string>> = {}) {
    this.#door = new Door(turnAway(headers), this.urgencies.of);
    this.server = createServer({
      connectionsCheckingInterval: 2000,
      headersTimeout: arriveMs,
      requestTimeout: arriveMs,
      keepAliveTimeout: 72_000,
    });
    this.#connections = new Connections(this.server);
    this.#ears = new Ears(this.server, mostUnaccepted);
    this.server.on('request', (request, response) => this.#door.enter(request, response));
    this.server.setTimeout(60_000);
    this.server.once('close', () => this.#door.close());
  }

  /** Fastify serves what this server hears, from `open` on. */
  readonly serverFactory = (serve: (request: IncomingMessage, response: ServerResponse) => void): Server => {
    this.#serve = serve;
    return this.server;
  };
  #serve: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;

  /** Hears callers; refused where somebody else does at this address. */
  async listen(name: string, port: number): Promise<void> {
    // By its name this machine has an address of either family.
    const addresses = name === 'localhost' ? await lookup(name, { all: true }) : [{ address: name }];
    const [host = name, ...others] = addresses.map(({ address }) => address);
    this.server.listen({ host, port, backlog: mostUnaccepted });
    await once(this.server, 'listening');
    for (const other of others) this.#ears.add(other);
  }

  /** A crowd is let in as it comes. Where the system does not give more ears, one has to do. */
  growEars(): Promise<void> {
    return this.#ears.grow(moreEars);
  }

  /** Serves who waits and who comes. */
  open(): void {
    this.#door.open(this.#serve);
  }

  get leaving(): boolean {
    return this.#connections.leaving;
  }

  /** Refused since the start, by urgency. */
  get refused(): Readonly<Record<string, number>> {
    return this.#door.refused;
  }

  /** A stream no longer needs its place. */
  leave(response: ServerResponse): void {
    this.#door.leave(response);
  }

  /**
   * Says that we are about to end, and serves on until a proxy has heard it: what it sends on a connection
   * while that is closed is lost, and a write it may not send again.
   */
  async announceEnd(): Promise<void> {
    this.#connections.leave();
    await sleep(noticeMs);
  }

  /**
   * Takes no more connections and ends those there are: idle ones at once, the others with their answer or
   * after a while. Done when all have ended.
   */
  async drain(): Promise<void> {
    const closed = new Promise((done) => this.server.close(done));
    this.#connections.drain(graceMs);
    await Promise.all([closed, this.#ears.close()]);
  }
}
