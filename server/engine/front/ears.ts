import { type ChildProcess, spawn } from 'node:child_process';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/**
 * Gives a listening socket back as often as it is told; each time the system makes another handle of it. Who
 * comes to this process meanwhile is handed on.
 */
const echo = `process.once('message', (count, ear) => {
  ear.on('connection', (caller) => process.send('caller', caller));
  const again = () => count-- > 0 ? process.send('ear', ear, { keepOpen: true }, again) : ear.close(gone);
  const gone = () => process.disconnect();
  again();
});
process.once('disconnect', () => process.exit());`;
const echoWithin = 10_000;

/** What is said of a listening socket again: handing it over sets it to Node's own. */
interface Hearing {
  readonly backlog: number;
}

/**
 * More ears on one listening socket. Node accepts one connection for each handle in a turn of its event
 * loop: a crowd that comes while turns are long would wait in the system's queue, where nobody refuses it.
 * Another process that is handed the socket and hands it back makes another handle of it; it lives for a
 * tenth of a second.
 */
export class Ears {
  readonly #ears: Server[] = [];
  #closed = false;

  /** Done when there are so many more. */
  async grow(server: Server, count: number, { backlog }: Hearing): Promise<void> {
    const child: ChildProcess = spawn(process.execPath, ['-e', echo], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {},
    });
    const late = setTimeout(() => child.kill('SIGKILL'), echoWithin);
    let grown = 0;
    child.on('message', (word, handle) => {
      if (word === 'caller') return this.#hear(server, handle as Socket);
      grown++;
      this.#new(server).listen(handle as Server, backlog);
    });
    await new Promise<void>((done, fail) => {
      child.once('error', fail).once('close', () => done());
      child.send(count, server, (error) => error && fail(error));
    }).finally(() => clearTimeout(late));
    if (grown < count) throw new Error('the system made no more handles of the listening socket');
  }

  /** Hears at another address too, on the same port; where that is taken, it does not. */
  add(server: Server, host: string, { backlog }: Hearing): void {
    const { port } = server.address() as AddressInfo;
    this.#new(server)
      .on('error', () => undefined)
      .listen({ host, port, backlog });
  }

  /** Hears nobody any more; done when the connections that came by them have ended. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#ears.splice(0).map((ear) => new Promise((done) => ear.close(done))));
  }

  #new(server: Server): Server {
    const ear = createServer({ allowHalfOpen: true, noDelay: true });
    ear.on('connection', (caller) => server.emit('connection', caller));
    if (this.#closed) ear.once('listening', () => ear.close());
    else this.#ears.push(ear);
    return ear;
  }

  #hear(server: Server, caller: Socket): void {
    caller.allowHalfOpen = true;
    caller.setNoDelay();
    server.emit('connection', caller);
  }
}
