import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connect } from '#server/engine/db/connect.ts';
import { type MailServer, mailServer } from '#server/testing/mail-server.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { seed } from '../../bench/seed.ts';
import { kill, type Running, startClinic } from '../../bench/servers.ts';
import { startPostgres } from '../test-run/postgres.mjs';
import { killDuringFirstStarts } from './crash/at-birth.ts';
import { killDuringWork } from './crash/at-work.ts';
import { mailComplaints, releaseMessages, waitForLastMail } from './crash/mail.ts';
import { removeDataFolder } from './databases.ts';
import { Ledger, seededVisits } from './ledger.ts';

// Kills processes repeatedly while eight writers write without a pause: the built server, one of two servers,
// and PostgreSQL. After each kill, all acknowledged data must exist exactly once, without contradictions; at
// the end, every due mail must have arrived. `CRASH_KILLS`: total number of kills. `CRASH_ONLY`: only this
// part.
const kills = Number(process.env.CRASH_KILLS ?? 200);
const only = process.env.CRASH_ONLY ?? '';
const today = dayClock(new Date()).date;
const clinic = { rows: seededVisits, patients: 3000, today };

/** Minimum of acknowledged writes per kill; fewer would prove little. */
const leastWrites = 100;

/** Waits for a random number of further writes, and then until a random moment of a write. */
async function waitForRandomMoment(ledger: Ledger): Promise<void> {
  const enough = ledger.acknowledged + leastWrites + Math.random() * 50;
  const patience = Date.now() + 20_000;
  while (ledger.acknowledged < enough && Date.now() < patience) await sleep(2);
  await sleep(Math.random() * 30);
}

interface Place {
  /** Starts the servers that are not running; returns the ports of all. */
  start(): Promise<readonly number[]>;
  /** Kills a process; resolves when it has ended (or, for the database, is back). */
  kill(): Promise<void>;
  /** Number of kills so far, including those before `look`. */
  kills(): number;
  /** Stops every server with a normal signal. */
  end(): Promise<void>;
  /** Reads the data while nobody writes. */
  look<T>(at: (pool: pg.Pool) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Process id of the PostgreSQL in a data folder. */
const postgresIn = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n', 1)[0]);

/** The checks read more with every round, so the time limits of the product do not apply. */
function createPoolWithoutTimeouts(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, max: 2, options: '-c statement_timeout=0 -c lock_timeout=0' });
  // `end()` resolves before the last connection is closed, and PostgreSQL is stopped right after it.
  pool.on('error', () => undefined);
  return pool;
}

/** A clinic with its own PostgreSQL. Each time the server is killed, or PostgreSQL, or both. */
async function withOwnPostgres(SMTP_URL: string): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hakima-crash-'));
  const first = await connect({ dataDir });
  await seed(first, clinic);
  await first.close();
  let server: Running | null = null;
  let kills = 0;
  const killServer = async () => {
    if (!server) return;
    await kill(server);
    server = null;
    kills += 1;
  };
  return {
    start: async () => {
      server ??= await startClinic({ DATA_DIR: dataDir, DATABASE_URL: '', SMTP_URL });
      return [server.port];
    },
    kill: async () => {
      const which = Math.floor(Math.random() * 3);
      if (which > 0) process.kill(postgresIn(dataDir), 'SIGKILL');
      if (which !== 1) await killServer();
      else if (server) await untilReady(server.port);
    },
    kills: () => kills,
    end: async () => {
      await server?.stop();
      server = null;
    },
    look: async (at) => {
      await killServer();
      const database = await connect({ dataDir });
      const pool = createPoolWithoutTimeouts({ connectionString: database.pool.options.connectionString });
      return at(pool).finally(async () => {
        await pool.end();
        await database.close();
      });
    },
    close: async () => {
      await killServer();
      await removeDataFolder(dataDir);
    },
  };
}

async function untilReady(port: number): Promise<void> {
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) await sleep(20);
}

/** This many servers on one PostgreSQL; each time one server or PostgreSQL is killed. */
async function onServer(
  processes: number,
  killed: 'a server' | 'the database',
  SMTP_URL: string,
): Promise<Place> {
  const postgres = await startPostgres({ durable: true });
  const databaseUrl = postgres.url;
  const filling = await connect({ dataDir: '', databaseUrl });
  await seed(filling, clinic);
  await filling.close();
  const servers: Running[] = [];
  let kills = 0;
  return {
    start: async () => {
      while (servers.length < processes)
        servers.push(await startClinic({ DATABASE_URL: databaseUrl, SMTP_URL }));
      return servers.map(({ port }) => port);
    },
    kill: async () => {
      kills += 1;
      if (killed === 'the database') await postgres.crash();
      else await Promise.all(servers.splice(Math.floor(Math.random() * servers.length), 1).map(kill));
    },
    kills: () => kills,
    end: async () => {
      await Promise.all(servers.splice(0).map((server) => server.stop()));
    },
    look: (at) => {
      const pool = createPoolWithoutTimeouts({ connectionString: databaseUrl });
      return at(pool).finally(() => pool.end());
    },
    close: async () => {
      await Promise.all(servers.map(kill));
      await postgres.stop();
    },
  };
}

const places: Readonly<Record<string, { share: number; open(smtpUrl: string): Promise<Place> }>> = {
  'own PostgreSQL': { share: 0.3, open: withOwnPostgres },
  'a server on PostgreSQL': { share: 0.2, open: (smtpUrl) => onServer(1, 'a server', smtpUrl) },
  'one of two servers': { share: 0.3, open: (smtpUrl) => onServer(2, 'a server', smtpUrl) },
  PostgreSQL: { share: 0.2, open: (smtpUrl) => onServer(1, 'the database', smtpUrl) },
};

/** Lets all due mails be sent; returns the faults. */
async function deliverDueMails(place: Place, mail: MailServer): Promise<string[]> {
  for (let tries = 0; ; tries++) {
    await place.end();
    const found = await place.look(async (pool) => {
      const waiting = await releaseMessages(pool);
      return waiting > 0 && tries < 3 ? null : mailComplaints(pool, mail, place.kills());
    });
    if (found) return found;
    await place.start();
    await waitForLastMail(mail);
  }
}

let wrong = 0;
let killed = 0;
let written = 0;
const complain = (found: readonly string[], where = ''): void => {
  for (const what of found.slice(0, 10)) console.log(`  ${where}${what}`);
  wrong += found.length;
};

for (const [name, { share, open }] of Object.entries(places)) {
  if (!name.includes(only)) continue;
  const mail = await mailServer();
  const place = await open(mail.url);
  const ledger = new Ledger(today);
  const rounds = Math.ceil(kills * share);
  try {
    for (let round = 1; round <= rounds; round++) {
      let ports = await place.start();
      ledger.begin(() => ports);
      await waitForRandomMoment(ledger);
      await place.kill();
      ports = await place.start();
      await ledger.end();
      complain(await place.look((pool) => ledger.complaints(pool)), `${name}, kill ${round}: `);
    }
    complain(await deliverDueMails(place, mail), `${name}: `);
  } finally {
    await ledger.end();
    await place.close();
    await mail.close();
  }
  killed += rounds;
  written += ledger.acknowledged;
  console.log(`  ${name}: ${rounds} kills, ${ledger.told}, ${wrong} wrong so far`);
}
if (killed > 0) {
  console.log(`  ${killed} kills under ${written} acknowledged writes`);
  if (written < leastWrites * killed) complain([`fewer than ${leastWrites} writes for each kill`]);
}
if ('first start'.includes(only)) wrong += await killDuringFirstStarts(Math.ceil(kills / 10));
if ('list, backup, move'.includes(only)) complain(await killDuringWork(Math.ceil(kills / 20)));
process.exitCode = wrong > 0 ? 1 : 0;
