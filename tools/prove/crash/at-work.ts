import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { seed, staffCookie } from '../../../bench/seed.ts';
import { kill, type Running, startClinic } from '../../../bench/servers.ts';
import {
  checksumAll,
  databasesOnServer,
  type EmptyDatabase,
  localDatabase,
  runCommandAt,
} from '../databases.ts';
import { type FilledClinic, killDuringMoves } from './at-moves.ts';

const clinic = { rows: 500, patients: 3000, today: dayClock(new Date()).date };
const listed = 2000;
const backupFile = 'clinic.backup';

/**
 * After a kill, a backup file must be complete or the earlier one, and a restored place must be the old
 * clinic or the new one.
 */
async function killDuringBackups(
  { name, make, from, home, aRunMs }: FilledClinic,
  kills: number,
): Promise<string[]> {
  const wrong: string[] = [];
  const file = join(home, backupFile);
  const to = await make();
  const meant = await checksumAll(from);
  let killed = 0;
  for (let n = 0; n < kills; n++) {
    const another = join(home, n % 2 === 0 ? backupFile : `of-${n}.backup`);
    if (!(await runCommandAt(from, 'backup', [another], aRunMs * (0.3 + Math.random() * 0.7)))) killed++;
    if (!existsSync(another)) continue;
    await runCommandAt(to, 'restore', [another, '--replace']);
    if ((await checksumAll(to)) !== meant)
      wrong.push(`${name}: the backup after kill ${n + 1} is another clinic`);
  }
  await runCommandAt(to, 'restore', [file, '--replace']);
  for (let n = 0; n < kills; n++) {
    const { pool, close } = await to.open();
    await pool.query("update services set description = 'since then'");
    await close();
    const before = await checksumAll(to);
    if (!(await runCommandAt(to, 'restore', [file, '--replace'], aRunMs * (0.5 + Math.random())))) killed++;
    if (![before, meant].includes(await checksumAll(to)))
      wrong.push(`${name}: restore, kill ${n + 1}: neither clinic`);
  }
  await to.forget();
  console.log(`  backup and restore, ${name}: ${killed} kills, ${wrong.length} wrong`);
  return wrong;
}

/** Each row on a different day, long ago. */
const list = Buffer.from(
  `name,phone,visit date,time\n${Array.from(
    { length: listed },
    (_, n) =>
      `Noor ${n},0111${String(n).padStart(7, '0')},${1 + (n % 28)}/${1 + (Math.floor(n / 28) % 12)}/${2015 + Math.floor(n / 336)},15:00\n`,
  ).join('')}`,
);

async function requestAsStaff<T>(
  server: Running,
  method: string,
  path: string,
  body?: Buffer | object,
): Promise<T> {
  const raw = Buffer.isBuffer(body);
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    headers: {
      cookie: staffCookie,
      ...(body && { 'content-type': raw ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body && { body: raw ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return (text ? JSON.parse(text) : null) as T;
}

/** A list is imported under kills and undone under kills: every row must exist once, then none. */
async function killDuringImport(
  name: string,
  make: () => Promise<EmptyDatabase>,
  kills: number,
): Promise<string[]> {
  const place = await make();
  const filling = await place.open();
  await seed(filling, clinic);
  await filling.close();
  const counts = async (): Promise<{ visits: number; patients: number }> => {
    const { pool, close } = await place.open();
    const { rows } = await pool.query(`select (select count(*) from appointments)::int as visits,
      (select count(*) from users where role = 'patient' and erased_at is null)::int as patients`);
    await close();
    return rows[0];
  };
  const before = await counts();
  let killed = 0;
  let server = await startClinic(place.env);
  const path = '/api/imports';
  const { id } = await requestAsStaff<{ id: number }>(server, 'POST', `${path}?name=list.csv`, list);
  const until = async (state: string, times: number): Promise<void> => {
    const patience = Date.now() + 120_000;
    let found = '';
    for (let left = times; Date.now() < patience; ) {
      // Every third time it works for longer: after three starts without progress the product gives a list up.
      await sleep(left <= 0 ? 200 : left % 3 === 0 ? 5000 : Math.random() * 500);
      found = (await requestAsStaff<{ state: string }>(server, 'GET', `${path}/${id}`)).state;
      if (found === state) return;
      if (left-- <= 0) continue;
      await kill(server);
      killed++;
      server = await startClinic(place.env);
    }
    await server.stop();
    throw new Error(`${name}: the list was ${found} after two minutes, not ${state}`);
  };
  await until('checked', Math.ceil(kills / 4));
  await requestAsStaff(server, 'PATCH', `${path}/${id}`, { locationId: 1, serviceId: 1 });
  await until('checked', Math.ceil(kills / 4));
  await requestAsStaff(server, 'POST', `${path}/${id}/run`);
  await until('done', Math.ceil(kills / 2));
  await server.stop();
  const after = await counts();
  server = await startClinic(place.env);
  await requestAsStaff(server, 'POST', `${path}/${id}/undo`);
  await until('undone', Math.ceil(kills / 2));
  await server.stop();
  const undone = await counts();
  await place.forget();
  const wrong = [
    { ...after, of: 'in', more: listed },
    { ...undone, of: 'back out', more: 0 },
  ]
    .filter(
      ({ visits, patients, more }) => visits !== before.visits + more || patients !== before.patients + more,
    )
    .map(({ of, visits, patients }) => `${name}: a list ${of}: ${visits} visits, ${patients} patients`);
  console.log(`  a list in and back out, ${name}: ${killed} kills, ${wrong.length} wrong`);
  return wrong;
}

/** Creates a clinic with data and a backup of it, and measures how long the backup took. */
async function createFilledClinic(name: string, make: () => Promise<EmptyDatabase>): Promise<FilledClinic> {
  const from = await make();
  const filling = await from.open();
  await seed(filling, clinic);
  await filling.close();
  const home = mkdtempSync(join(tmpdir(), 'hakima-at-work-'));
  const since = performance.now();
  await runCommandAt(from, 'backup', [join(home, backupFile)]);
  return { name, make, from, home, aRunMs: performance.now() - since };
}

/** Runs this many kills of each kind on both kinds of databases, in parallel; returns the faults. */
export async function killDuringWork(kills: number): Promise<string[]> {
  const databases = await databasesOnServer();
  const each = Math.ceil(kills / 2);
  const places = [
    ['own PostgreSQL', localDatabase],
    ['DATABASE_URL', databases.make],
  ] as const;
  const done = await Promise.allSettled(
    places.map(async ([name, make]) => {
      const listed = await killDuringImport(name, make, kills);
      const one = await createFilledClinic(name, make);
      const kept = [...(await killDuringBackups(one, each)), ...(await killDuringMoves(one, each))];
      await one.from.forget();
      rmSync(one.home, { recursive: true, force: true });
      return [...listed, ...kept];
    }),
  );
  await databases.close();
  return done.flatMap((one) => (one.status === 'fulfilled' ? one.value : [String(one.reason)]));
}
