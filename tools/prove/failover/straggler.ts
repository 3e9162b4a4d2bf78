import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const quietly = (url: string): pg.Client => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  return client;
};

interface Marks {
  readonly marked: number;
  readonly late: number;
  readonly lost: number;
}

/**
 * A client without the proxy that keeps writing to one PostgreSQL, even after it is no longer the primary.
 */
export class Straggler {
  readonly #url: (port: number) => string;
  readonly #front: number;
  #next = 0;

  /** `front`: port of the proxy, which always leads to the primary. */
  constructor(url: (port: number) => string, front: number) {
    this.#url = url;
    this.#front = front;
  }

  async prepare(): Promise<void> {
    const client = quietly(this.#url(this.#front));
    await client.connect();
    await client.query('create table marks (n int primary key)');
    await client.end();
  }

  /**
   * Starts writing; resolves after the first writes. The returned function stops it and counts: acknowledged
   * writes, those sent after a moment, and those that are missing.
   */
  async begin(port: number): Promise<(since: number) => Promise<Marks>> {
    const acknowledged = new Map<number, number>();
    let going = true;
    let client: pg.Client | undefined;
    const writing = (async () => {
      for (; going; await sleep(20))
        try {
          if (!client) {
            client = quietly(this.#url(port));
            await client.connect();
          }
          const n = this.#next++;
          const sentAt = performance.now();
          await client.query('insert into marks values ($1)', [n]);
          acknowledged.set(n, sentAt);
        } catch (error) {
          // The connection is reused only if PostgreSQL itself refused the write as read-only.
          if (!(error instanceof pg.DatabaseError && error.code === '25006')) {
            void client?.end().catch(() => undefined);
            client = undefined;
          }
          await sleep(80);
        }
    })();
    for (const end = performance.now() + 10_000; acknowledged.size < 10 && performance.now() < end; )
      await sleep(20);
    return async (since) => {
      going = false;
      // A commit without confirmation never returns.
      await Promise.race([writing, sleep(3000)]);
      await Promise.race([client?.end().catch(() => undefined), sleep(1000)]);
      const reader = quietly(this.#url(this.#front));
      await reader.connect();
      const { rows } = await reader.query<{ n: number }>('select n from marks');
      await reader.end();
      const there = new Set(rows.map(({ n }) => n));
      return {
        marked: acknowledged.size,
        late: [...acknowledged.values()].filter((at) => at > since).length,
        lost: [...acknowledged.keys()].filter((n) => !there.has(n)).length,
      };
    };
  }
}
