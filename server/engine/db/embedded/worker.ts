import { parentPort, workerData } from 'node:worker_threads';
import { openEngine } from './engine.ts';
import type { FromWorker, ToWorker } from './worker-engine.ts';

if (!parentPort) throw new Error('this file is the entry of a worker thread');
const port = parentPort;
const say = (message: FromWorker, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);

async function open(): Promise<void> {
  const engine = await openEngine({ folder: (workerData as { folder: string }).folder });
  port.on('message', async (message: ToWorker) => {
    if (message === 'close') {
      await engine.close();
      port.close();
      return;
    }
    try {
      const reply = engine.exec(message.request);
      say({ id: message.id, reply }, [reply.buffer as ArrayBuffer]);
    } catch (error) {
      say({ id: message.id, trap: (error as Error).message });
    }
  });
  say('ready');
}

void open();
