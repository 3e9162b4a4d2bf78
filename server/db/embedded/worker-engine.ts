import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { EngineLost, type WireEngine } from './wire.ts';

export type ToWorker = 'close' | { id: number; request: Uint8Array };
export type FromWorker = 'ready' | { id: number; reply: Uint8Array } | { id: number; trap: string };

interface Request {
  resolve: (reply: Buffer) => void;
  reject: (error: Error) => void;
  deadline: NodeJS.Timeout | undefined;
}

export interface WorkerEngineOptions {
  folder: string;
  /** A request that runs longer ends the worker: the engine cannot be interrupted. */
  deadlineMs: number;
  onRestart?: (reason: string) => void;
}

/** The engine in a thread of its own, so that a long query never blocks the server. A crash or a missed deadline costs what is in flight, not the process. */
export class WorkerEngine implements WireEngine {
  readonly wires: WireEngine['wires'] = new Set();
  ready: Promise<void>;
  readonly #options: WorkerEngineOptions;
  readonly #requests = new Map<number, Request>();
  #worker: Worker;
  #lastId = 0;
  #lost = false;
  #closing = false;

  constructor(options: WorkerEngineOptions) {
    this.#options = options;
    this.#worker = startWorker(options.folder);
    this.ready = this.#listen(this.#worker);
    this.ready.catch(() => undefined);
  }

  async exec(request: Uint8Array, unhurried = false): Promise<Buffer> {
    await this.ready;
    if (this.#lost) throw new EngineLost('the embedded database is restarting');
    return new Promise<Buffer>((resolve, reject) => {
      const id = ++this.#lastId;
      const late = () => this.#restart(`no answer within ${this.#options.deadlineMs} ms`, '57014');
      const deadline = unhurried ? undefined : setTimeout(late, this.#options.deadlineMs);
      this.#requests.set(id, { resolve, reject, deadline });
      const copy = Uint8Array.from(request);
      this.#send({ id, request: copy }, [copy.buffer]);
    });
  }

  async close(): Promise<void> {
    this.#closing = true;
    await this.ready.catch(() => undefined);
    const gone = new Promise<void>((resolve) => this.#worker.once('exit', () => resolve()));
    this.#send('close');
    await gone;
  }

  #send(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #listen(worker: Worker): Promise<void> {
    return new Promise((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message === 'ready') resolve();
        else if ('trap' in message) this.#restart(message.trap);
        else this.#answer(message.id, message.reply);
      });
      worker.on('error', (error) => {
        reject(error);
        if (worker === this.#worker) this.#restart(error.message);
      });
      worker.on('exit', () => {
        reject(new EngineLost('the embedded database stopped'));
        if (worker === this.#worker && !this.#closing) this.#restart('its thread ended');
      });
    });
  }

  #answer(id: number, reply: Uint8Array): void {
    const request = this.#requests.get(id);
    if (!request) return;
    this.#requests.delete(id);
    clearTimeout(request.deadline);
    request.resolve(Buffer.from(reply.buffer, reply.byteOffset, reply.byteLength));
  }

  #restart(reason: string, code = '57P02'): void {
    if (this.#lost || this.#closing) return;
    this.#lost = true;
    const error = new EngineLost(`the embedded database was restarted: ${reason}`, code);
    for (const request of this.#requests.values()) {
      clearTimeout(request.deadline);
      request.reject(error);
    }
    this.#requests.clear();
    for (const wire of [...this.wires]) wire.destroy(error);
    this.#options.onRestart?.(reason);
    const old = this.#worker;
    this.ready = old.terminate().then(() => {
      this.#worker = startWorker(this.#options.folder);
      this.#lost = false;
      return this.#listen(this.#worker);
    });
    this.ready.catch(() => undefined);
  }
}

// Bundled, the worker is the build's second entry: dist/server/embedded-worker.js, in the folder of the bundle that holds this
// module. From source it is TypeScript, which a thread of Node 20 reads only after the development tools' loader.
function startWorker(folder: string): Worker {
  const options = { workerData: { folder }, resourceLimits: { stackSizeMb: 64 } };
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./embedded-worker.js', import.meta.url), options);
  const loader = pathToFileURL(
    createRequire(import.meta.url)
      .resolve('tsx/esm/api')
      .replace(/cjs$/, 'mjs'),
  ).href;
  const entry = new URL('./worker.ts', import.meta.url).href;
  const load = `import('${loader}').then(({ register }) => { register(); return import('${entry}'); })`;
  return new Worker(load, { ...options, eval: true, execArgv: [] });
}
