import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { Ears } from './ears.ts';

const callers = 60;
const backlog = 511;

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** How many turns of the event loop pass until a crowd that came at once has been let in. */
async function turnsFor(more: number): Promise<number> {
  let heard = 0;
  const server = createServer((caller) => {
    heard++;
    caller.destroy();
  });
  const port = await listening(server);
  const ears = new Ears(server, backlog);
  if (more > 0) await ears.grow(more);
  const crowd = Array.from({ length: callers }, () =>
    connect(port, '127.0.0.1').on('error', () => undefined),
  );
  let turns = 0;
  for (; heard < callers; turns++) await new Promise((turn) => setImmediate(turn));
  for (const caller of crowd) caller.destroy();
  server.close();
  await ears.close();
  return turns;
}

test('a crowd is let in by many ears at once', async () => {
  const byOne = await turnsFor(0);
  expect(byOne).toBeGreaterThanOrEqual(callers);
  expect(await turnsFor(15)).toBeLessThan(byOne / 2);
}, 30_000);

test('nobody who comes while ears grow is lost, nor her words, and after the end nobody is heard', async () => {
  const server = createServer((caller) => caller.once('data', (said) => caller.end(said)));
  const port = await listening(server);
  const ears = new Ears(server, backlog);
  let growing = true;
  const grown = ears.grow(15).finally(() => (growing = false));
  let called = 0;
  const callOn = async () => {
    while (growing) {
      const word = `caller ${++called}`;
      const caller = connect(port, '127.0.0.1');
      caller.write(word);
      caller.setTimeout(5000, () => caller.destroy(new Error(`${word} hears nothing`)));
      expect(await text(caller)).toBe(word);
    }
  };
  await Promise.all(Array.from({ length: 20 }, callOn));
  await grown;
  expect(called).toBeGreaterThan(20);
  server.close();
  await ears.close();
  const refused = vi.fn();
  connect(port, '127.0.0.1').on('error', refused);
  await vi.waitFor(() => expect(refused).toHaveBeenCalled());
}, 30_000);

test('whoever is killed while ears grow leaves nobody behind who holds the port', async () => {
  const dies = `
    import { createServer, Server } from 'node:net';
    import { Ears } from '#server/engine/front/ears.ts';
    const server = createServer().listen(0, '127.0.0.1', () => {
      console.log(server.address().port);
      const { listen } = Server.prototype;
      let ears = 0;
      Server.prototype.listen = function (...given) {
        if (ears++ === 2) process.kill(process.pid, 'SIGKILL');
        return listen.apply(this, given);
      };
      void new Ears(server, 511).grow(15);
    });`;
  const killed = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', dies], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = Number(await text(killed.stdout));
  await vi.waitFor(
    async () => {
      const next = createServer();
      next.listen(port, '127.0.0.1');
      await once(next, 'listening');
      next.close();
    },
    { timeout: 5000, interval: 100 },
  );
}, 30_000);
