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

const tryAgainMs = 3_000;
const closeMs = 5_000;

/**
 * The engine in a thread of its own, so that a long query never blocks the server. A crash or a missed
 * deadline costs what is in flight, not the process.
 */
export class WorkerEngine implements WireEngine {
  readonly wires: WireEngine['wires'] = new Set();
  readOnly = false;
  ready: Promise<void>;
  readonly #options: WorkerEngineOptions;
  readonly #requests = new Map<number, Request>();
  #worker: Worker | undefined;
  #lastId = 0;
  #closing = false;

  constructor(options: WorkerEngineOptions) {
    this.#options = options;
    this.ready = this.#start();
    this.ready.catch(() => undefined);
  }

  async exec(bytes: Uint8Array, unhurried = false): Promise<Buffer> {
    await this.ready;
    return new Promise<Buffer>((resolve, reject) => {
      const worker = this.#worker;
      if (!worker) return reject(new EngineLost('the embedded database is restarting'));
      const id = ++this.#lastId;
      const late = () => this.#lose(worker, `no answer within ${this.#options.deadlineMs} ms`, '57014');
      const deadline = unhurried ? undefined : setTimeout(late, this.#options.deadlineMs);
      this.#requests.set(id, { resolve, reject, deadline });
      const request = Uint8Array.from(bytes);
      worker.postMessage({ id, request } satisfies ToWorker, [request.buffer]);
    });
  }

  /** Ends the engine in good order; a query that is still running is given a few seconds. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.ready.catch(() => undefined);
    const worker = this.#worker;
    if (!worker) return;
    const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    worker.postMessage('close' satisfies ToWorker);
    const patience = setTimeout(() => void worker.terminate(), closeMs);
    await gone;
    clearTimeout(patience);
  }

  #start(): Promise<void> {
    const worker = startThread(this.#options.folder);
    return new Promise((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message === 'ready') {
          this.#worker = worker;
          resolve();
        } else if ('trap' in message) this.#lose(worker, message.trap);
        else this.#answer(message.id, message.reply);
      });
      worker.on('error', (error) => {
        reject(new EngineLost(`the embedded database does not start: ${error.message}`));
        this.#lose(worker, error.message);
      });
      worker.on('exit', () => {
        reject(new EngineLost('the embedded database stopped'));
        this.#lose(worker, 'its thread ended');
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

  /** Gives up a worker that had been running, tells everyone who waits, and starts another. */
  #lose(worker: Worker, reason: string, code = '57P02'): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    const error = new EngineLost(`the embedded database was restarted: ${reason}`, code);
    for (const request of this.#requests.values()) {
      clearTimeout(request.deadline);
      request.reject(error);
    }
    this.#requests.clear();
    for (const wire of this.wires) wire.destroy(error);
    if (this.#closing) return;
    this.#options.onRestart?.(reason);
    this.#restart(worker.terminate());
  }

  // A folder that cannot be opened now (a full disk, say) is tried again every few seconds.
  #restart(before: Promise<unknown>): void {
    this.ready = before.then(() => this.#start());
    this.ready.catch((error: Error) => {
      if (this.#closing) return;
      this.#options.onRestart?.(error.message);
      setTimeout(() => !this.#closing && this.#restart(Promise.resolve()), tryAgainMs).unref();
    });
  }
}

// Bundled, the worker is the build's second entry: dist/server/embedded-worker.js, in the folder of the
// bundle that holds this module. From source it is TypeScript, which a thread of Node 20 reads only after the
// development tools' loader.
function startThread(folder: string): Worker {
  const options = { workerData: { folder }, resourceLimits: { stackSizeMb: 64 } };
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('./embedded-worker.js', import.meta.url), options);
  const loader = pathToFileURL(
    createRequire(import.meta.url)
      .resolve('tsx/esm/api')
      .replace(/cjs$/, 'mjs'),
  ).href;
  const entry = new URL('./worker.ts', import.meta.url).href;
  const load = `import('${loader}').then(({ register }) => { register(); return import('${entry}'); })`;
  return new Worker(load, { ...options, eval: true, execArgv: [] });
}
