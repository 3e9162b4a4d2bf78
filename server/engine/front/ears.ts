import { type ChildProcess, spawn } from 'node:child_process';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/**
 * Gives a listening socket back as often as it is told; each time the system makes another handle of it. Who
 * comes to this process meanwhile is handed on, with all she says: read here, it would be lost. It looks by
 * itself whether who asked is still there: Node says nothing of an end that comes while a socket is on its
 * way.
 */
const echo = `process.once('message', (count, ear) => {
  ear.pauseOnConnect = true;
  ear.on('connection', (caller) => process.send('caller', caller));
  const again = () => count-- > 0 ? process.send('ear', ear, { keepOpen: true }, again) : ear.close(gone);
  const gone = () => process.disconnect();
  again();
});
process.once('disconnect', () => process.exit());
setInterval(() => process.connected || process.exit(), 50);`;
const echoWithin = 10_000;

/**
 * More ears on one listening socket. Node accepts one connection for each handle in a turn of its event
 * loop: a crowd that comes while turns are long would wait in the system's queue, where nobody refuses it.
 * Another process that is handed the socket and hands it back makes another handle of it; it lives for a
 * tenth of a second.
 */
export class Ears {
  readonly #server: Server;
  readonly #backlog: number;
  readonly #ears: Server[] = [];
  #closed = false;

  /** `backlog` is said again of each: handing a listening socket over sets it to Node's own. */
  constructor(server: Server, backlog: number) {
    this.#server = server;
    this.#backlog = backlog;
  }

  /** Done when there are so many more. */
  async grow(count: number): Promise<void> {
    const child: ChildProcess = spawn(process.execPath, ['-e', echo], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {},
    });
    const late = setTimeout(() => child.kill('SIGKILL'), echoWithin);
    let grown = 0;
    child.on('message', (word, handle) => {
      if (word === 'caller') return this.#hear(handle as Socket);
      grown++;
      this.#new().listen(handle as Server, this.#backlog);
    });
    await new Promise<void>((done, fail) => {
      child.once('error', fail).once('close', () => done());
      child.send(count, this.#server, (error) => error && fail(error));
    }).finally(() => clearTimeout(late));
    if (grown < count) throw new Error('the system made no more handles of the listening socket');
  }

  /** Hears at another address too, on the same port; where that is taken, it does not. */
  add(host: string): void {
    const { port } = this.#server.address() as AddressInfo;
    this.#new()
      .on('error', () => undefined)
      .listen({ host, port, backlog: this.#backlog });
  }

  /** Hears nobody any more; done when the connections that came by them have ended. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#ears.splice(0).map((ear) => new Promise((done) => ear.close(done))));
  }

  #new(): Server {
    const ear = createServer({ allowHalfOpen: true, noDelay: true });
    ear.on('connection', (caller) => this.#server.emit('connection', caller));
    if (this.#closed) ear.once('listening', () => ear.close());
    else this.#ears.push(ear);
    return ear;
  }

  #hear(caller: Socket): void {
    caller.allowHalfOpen = true;
    caller.setNoDelay();
    this.#server.emit('connection', caller);
  }
}
