import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '#server/engine/db/connect.ts';
import { kill, launchClinic, startClinic } from '../../bench/servers.ts';
import { freePort } from '../set-up/free-port.mjs';
import { startPostgres } from '../test-run/postgres.mjs';

interface Born {
  readonly env: Record<string, string>;
  readonly where: { dataDir: string; databaseUrl?: string };
  forget(): Promise<unknown>;
}

/** How many rows each table has after a first start: the same, however often it was killed before. */
async function rowsOf(where: { dataDir: string; databaseUrl?: string }): Promise<string> {
  const database = await connect(where);
  const tables = await database.pool.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
  );
  const counted: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await database.pool.query<{ n: string }>(`select count(*) as n from "${name}"`);
    counted.push(`${name} ${rows[0]?.n}`);
  }
  await database.close();
  return counted.join(', ');
}

/** Kills first starts, of an empty folder or database, one to three times in a row; the next one is whole. */
async function firstStarts(name: string, rounds: number, make: () => Promise<Born>): Promise<number> {
  const whole = await make();
  const clean = await startClinic(whole.env);
  await kill(clean);
  const meant = await rowsOf(whole.where);
  let killed = 0;
  let wrongBirths = 0;
  while (killed < rounds) {
    const born = await make();
    for (let times = 1 + Math.floor(Math.random() * 3); times > 0; times--, killed++) {
      const child = launchClinic(born.env, await freePort());
      await sleep(Math.random() * clean.startMs);
      await kill({ child });
    }
    await kill(await startClinic(born.env));
    const found = await rowsOf(born.where);
    if (found !== meant) console.log(`  ${name}: ${found}\n  instead of ${meant}`);
    wrongBirths += found === meant ? 0 : 1;
    await born.forget();
  }
  await whole.forget();
  console.log(`  ${name}: ${killed} kills, ${wrongBirths} wrong`);
  return wrongBirths;
}

async function bornEmbedded(): Promise<Born> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hakima-born-'));
  const forget = () => rm(dataDir, { recursive: true, force: true });
  return { env: { DATA_DIR: dataDir, DATABASE_URL: '' }, where: { dataDir }, forget };
}

/** So many kills on each engine; answers how many first starts did not come out whole. */
export async function killedAtBirth(kills: number): Promise<number> {
  const embedded = await firstStarts('first start, embedded', kills, bornEmbedded);
  const postgres = await startPostgres({ durable: true });
  const server = await connect({ dataDir: '', databaseUrl: postgres.url });
  let made = 0;
  const onServer = await firstStarts('first start, PostgreSQL', kills, async () => {
    const name = `born${++made}`;
    const databaseUrl = new URL(name, postgres.url).href;
    await server.pool.query(`create database ${name}`);
    const forget = () => server.pool.query(`drop database ${name} with (force)`);
    return { env: { DATABASE_URL: databaseUrl }, where: { dataDir: '', databaseUrl }, forget };
  });
  await server.close();
  await postgres.stop();
  return embedded + onServer;
}
