import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../set-up/free-port.mjs';

/** State of a connection: well, or a fault of the other side. A number: delay in milliseconds, each way. */
export type ProxyState = 'well' | 'refuses' | 'breaks off' | 'says nothing' | number;

/** A TCP proxy to another server that simulates faults. */
export class FaultyProxy {
  readonly port: number;
  #to: number;
  readonly #sockets = new Set<Socket>();
  #mood: ProxyState = 'well';
  #server: Server | undefined;

  private constructor(port: number, to: number) {
    this.port = port;
    this.#to = to;
  }

  static async to(port: number): Promise<FaultyProxy> {
    const line = new FaultyProxy(await freePort(), port);
    await line.#listen();
    return line;
  }

  /** Changes the target of new connections. */
  leadTo(port: number): void {
    this.#to = port;
  }

  async turn(mood: ProxyState): Promise<void> {
    this.#mood = mood;
    if (mood === 'refuses' || mood === 'breaks off') for (const socket of this.#sockets) socket.destroy();
    for (const socket of this.#sockets)
      if (mood === 'says nothing') socket.pause();
      else socket.resume();
    if (mood === 'refuses') await this.close();
    else if (!this.#server) await this.#listen();
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await new Promise<void>((done) => {
      if (!server) return done();
      server.close(() => done());
      for (const socket of this.#sockets) socket.destroy();
    });
  }

  #listen(): Promise<void> {
    this.#server = createServer({ allowHalfOpen: true }, (caller) => this.#join(caller));
    return new Promise((done) => this.#server?.listen(this.port, '127.0.0.1', done));
  }

  #join(caller: Socket): void {
    if (this.#mood === 'breaks off') return void caller.destroy();
    const called = connect({ port: this.#to, host: '127.0.0.1', allowHalfOpen: true });
    for (const [from, to] of [
      [caller, called],
      [called, caller],
    ] as const) {
      this.#sockets.add(from);
      // Keeps the order of data, whatever the delay.
      let before = Promise.resolve();
      const pass = (what: () => unknown) => {
        const late = typeof this.#mood === 'number' ? this.#mood : 0;
        before = Promise.all([before, late > 0 && sleep(late)]).then(() => undefined);
        void before.then(what);
      };
      from.on('data', (chunk) => pass(() => to.writable && to.write(chunk)));
      from.on('end', () => pass(() => to.end()));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      if (this.#mood === 'says nothing') from.pause();
    }
  }
}
