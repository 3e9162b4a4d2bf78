import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startClinic } from '../../../bench/servers.ts';
import { startPostgres } from '../../test-run/postgres.mjs';
import { wanted } from '../packages.ts';
import { type Fault, type FaultyClinic, openFilledClinic } from './place.ts';

/** Path of Debian's libfaketime, if installed. */
function fakeTime(): string | undefined {
  return readdirSync('/usr/lib', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join('/usr/lib', name, 'faketime/libfaketimeMT.so.1'))
    .find((file) => existsSync(file));
}

/** Tasks that run at least every ten seconds. */
const often = ['offers', 'own-data', 'webhooks', 'search-words'];
const soonMs = 20_000;

/** Checks the `date` header of replies; one reply may still have the correct time. */
const isSetOtherwise: Fault['isFelt'] = async ({ server }) => {
  for (let tries = 0; tries < 20; tries++, await sleep(100)) {
    const { headers } = await fetch(`http://127.0.0.1:${server.port}/healthz`);
    const offMs = Math.abs(Date.parse(headers.get('date') ?? '') - Date.now());
    if (offMs > 30 * 60_000) return true;
  }
  return false;
};

/** A clinic whose server's clock jumps ahead or back while it runs; the database's clock is not changed. */
export async function clinicWithJumpingClock(today: string): Promise<FaultyClinic | string> {
  const library = fakeTime();
  if (!library) return wanted(['libfaketime']);
  const home = mkdtempSync(join(tmpdir(), 'hakima-clock-'));
  const file = join(home, 'clock');
  const set = (by: string) => writeFileSync(file, `${by}\n`);
  set('+0');
  const postgres = await startPostgres({ durable: true });
  const filling = await openFilledClinic({ dataDir: '', databaseUrl: postgres.url }, today);
  const env = { DATABASE_URL: postgres.url };
  const clock = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    // Timers are not affected, like when an operator changes the clock.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  const setting = (by: string): Fault => ({
    begin: async () => set(by),
    end: async () => set('+0'),
    isUnnoticed: true,
    isFelt: isSetOtherwise,
  });
  let swinging: NodeJS.Timeout | undefined;
  return {
    faults: {
      'clock an hour ahead': setting('+1h'),
      'clock an hour back': setting('-1h'),
      'clock to and fro': {
        begin: async () => {
          let swings = 0;
          swinging = setInterval(() => set(swings++ % 2 === 0 ? '+1h' : '-1h'), 300);
        },
        end: async () => {
          clearInterval(swinging);
          set('+0');
        },
        isUnnoticed: true,
        isFelt: isSetOtherwise,
      },
      'clock six hours ahead': setting('+6h'),
    },
    start: () => startClinic({ ...env, ...clock }),
    look: (ledger) => ledger.complaints(filling.pool),
    // Checks with another process and the correct clock that no periodic task waits for the wrong time.
    afterwards: async () => {
      const server = await startClinic(env);
      const since = new Date();
      await sleep(soonMs);
      await server.stop();
      const { rows } = await filling.pool.query<{ name: string; at: Date | null }>(
        'select name, last_ok_at as at from tasks where name = any($1)',
        [often],
      );
      return rows
        .filter(({ at }) => !at || at < since || at > new Date())
        .map(({ name, at }) => `clock: the task ${name} was last done at ${at?.toISOString()}`);
    },
    close: async () => {
      await filling.close();
      await postgres.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
