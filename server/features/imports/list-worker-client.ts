import { once } from 'node:events';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type UnreadableReason, UnreadableTable } from '#server/engine/files/table-types.ts';
import type { ListOptions, ListPart } from './list-reader.ts';
import type { ListReply, ListRequest } from './list-worker.ts';

/** Memory of the thread that reads a file, without the bytes of the file. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
/** How long the thread may work on one file. The time that its rows are being stored does not count. */
const deadlineMs = 60_000;

/** How long a thread waits for another file before it ends. */
const idleMs = 10_000;

/**
 * In the build the worker is an entry of its own beside the server's. From source it is TypeScript, for which a
 * thread of Node 20 needs the loader of the development tools.
 */
function startWorker(): Worker {
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('./list-worker.js', import.meta.url), { resourceLimits });
  const loader = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/cjs$/, 'mjs');
  const entry = new URL('./list-worker.ts', import.meta.url).href;
  const load = `import('${pathToFileURL(loader).href}').then(({ register }) => { register(); return import('${entry}'); })`;
  return new Worker(load, { resourceLimits, eval: true, execArgv: [] });
}

/** A thread that has read a file completely and waits for the next one. */
let idleWorker: { readonly worker: Worker; readonly end: NodeJS.Timeout } | null = null;

function takeWorker(): Worker {
  if (!idleWorker) return startWorker();
  const { worker, end } = idleWorker;
  idleWorker = null;
  clearTimeout(end);
  worker.ref();
  return worker;
}

async function keepWorker(worker: Worker): Promise<void> {
  if (idleWorker) {
    await worker.terminate();
    return;
  }
  worker.unref();
  const end = setTimeout(() => {
    idleWorker = null;
    void worker.terminate();
  }, idleMs);
  idleWorker = { worker, end: end.unref() };
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/**
 * Reads a file of somebody else in a thread with limits of memory and time, so that no file can stop the
 * server. The next part is read when it is asked for.
 */
export async function* readListInWorker(
  bytes: Buffer,
  options: ListOptions,
  { deadline = deadlineMs } = {},
): AsyncGenerator<ListPart> {
  const worker = takeWorker();
  let left = deadline;
  let request: ListRequest | null = { bytes: new Uint8Array(bytes), options };
  let isComplete = false;
  try {
    for (;;) {
      const asked = performance.now();
      worker.postMessage(request);
      request = null;
      const reply = await nextReply(worker, left);
      left -= performance.now() - asked;
      isComplete = reply.kind === 'unreadable' || reply.kind === 'end';
      if (reply.kind === 'unreadable')
        throw new UnreadableTable(reply.reason as UnreadableReason, { line: reply.line });
      yield reply;
      if (reply.kind === 'end') return;
    }
  } finally {
    await (isComplete ? keepWorker(worker) : worker.terminate());
  }
}

async function nextReply(worker: Worker, ms: number): Promise<ListReply> {
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(ms)));
  try {
    const [reply] = (await once(worker, 'message', { signal })) as [ListReply];
    return reply;
  } catch (error) {
    if (signal.aborted) throw new UnreadableTable('too_slow', { cause: error });
    if (isOutOfMemory(error)) throw new UnreadableTable('unpacks_too_large', { cause: error });
    throw error;
  }
}
