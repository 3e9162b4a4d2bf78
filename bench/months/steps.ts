import { loadavg } from 'node:os';
import pg from 'pg';

export type Step = (name: string, work: () => Promise<unknown>, together?: boolean) => Promise<void>;

/**
 * Does each step once in the life of a database: what it did and that it did it are committed together, so
 * that whoever is cut off goes on behind it. What cannot run in a transaction is not `together`.
 */
export async function stepsOn(client: pg.Client): Promise<Step> {
  await client.query(
    'create table if not exists bench_steps (name text primary key, seconds numeric not null)',
  );
  return async (name, work, together = true) => {
    const { rowCount } = await client.query('select from bench_steps where name = $1', [name]);
    if (rowCount) return;
    const started = performance.now();
    if (together) await client.query('begin');
    try {
      await work();
      const seconds = (performance.now() - started) / 1000;
      await client.query('insert into bench_steps values ($1, $2)', [name, seconds]);
      if (together) await client.query('commit');
      console.log(`· ${name}: ${seconds.toFixed(1)} s, load ${(loadavg()[0] ?? 0).toFixed(1)}`);
    } catch (error) {
      if (together) await client.query('rollback');
      throw error;
    }
  };
}

export type Work = readonly [name: string, work: (client: pg.Client) => Promise<unknown>, together?: boolean];

/** Nothing that is filled or moved is news for anybody: triggers and references cost more than the rows. */
export const unwatched = `set session_replication_role = 'replica'; set work_mem = '256MB';
  set statement_timeout = 0; set lock_timeout = 0`;

/** Steps that need not wait for each other, on a connection for each of two processors. */
export async function sharedOut(url: string, works: readonly Work[]): Promise<void> {
  const left = [...works];
  const one = async () => {
    const client = new pg.Client(url);
    await client.connect();
    try {
      await client.query(unwatched);
      const step = await stepsOn(client);
      for (let next = left.shift(); next; next = left.shift()) {
        const [name, work, together] = next;
        await step(name, () => work(client), together);
      }
    } finally {
      await client.end();
    }
  };
  await Promise.all([one(), one()]);
}
