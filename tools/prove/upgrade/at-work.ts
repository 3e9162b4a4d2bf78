import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import type pg from 'pg';
import { openZip, readWhole } from '#server/engine/files/read-zip.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { kill, launchClinic, type Running, startClinicAt } from '../../../bench/servers.ts';
import { freePort } from '../../set-up/free-port.mjs';
import { endGroup, isInstalled, root } from '../../set-up/processes.mjs';
import { startCaddy, startNginx } from '../../set-up/proxies.ts';
import { findContradictions } from '../contradictions.ts';
import { checksumAll, type Databases, databasesOnServer } from '../databases.ts';
import { type EarlierBuild, seedWithEarlierVersion } from '../earlier-build.ts';
import { seededVisits } from '../ledger.ts';
import { wanted } from '../packages.ts';
import { FrontDesk } from './desk.ts';

// The upgrade of one server and the return with the backup, as docs/operations.md describes them, while a front
// desk works behind the Caddy of deploy/compose, then behind the nginx of deploy/nginx.conf: a backup, the exchange
// of the program, work with the newer version, the list of what the return will lose, and the restore of the backup
// by the earlier version.
const today = dayClock(new Date()).date;
/** A browser gives up after this time. */
const maxWaitMs = 20_000;
const workMs = 4000;
/** A change of the schema that no earlier version can work with. */
const unreadable = `begin; alter table locations rename column phone to telephone;
  create table added_later (id int primary key); insert into migrations (name) values ('9000-of-tomorrow'); commit`;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Runs a command of a built program and returns what it printed. Throws if it fails. */
async function hakima(
  built: string,
  words: string[],
  env: Record<string, string>,
  input = '',
): Promise<string> {
  const child = spawn(process.execPath, [join(built, 'dist/server/main.js'), ...words], {
    env: { ...process.env, ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  child.stdin.on('error', () => undefined).end(input);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${words.join(' ')}: ${text}`);
  return text;
}

/** The writes that an archive of `move-out` lists as made since a time, as keys of `FrontDesk`. */
async function listWritesSince(file: string, time: Date): Promise<Set<string>> {
  const archive = await openZip(file);
  const rowsSince = async (table: string, column: string): Promise<Record<string, string>[]> => {
    const csv = archive.files.find(({ name }) => name === `csv/${table}.csv`);
    const rows: Record<string, string>[] = csv
      ? parse(await readWhole(csv, 1e8), { bom: true, columns: true })
      : [];
    return rows.filter((row) => new Date(row[column] ?? '') > time);
  };
  const visits = await rowsSince('appointments', 'created_at');
  const changed = await rowsSince('appointments', 'updated_at');
  const keys = [
    ...visits.map((row) => `booking ${row.location_id} ${row.local_start?.slice(0, 16)}`),
    ...changed.flatMap(({ notes = '' }) => notes.match(/Desk note \d+\./g) ?? []),
    ...(await rowsSince('clinical_notes', 'at')).map(({ text = '' }) => text),
    ...(await rowsSince('arrivals', 'arrived_at')).map((row) => `check-in ${row.appointment_id}`),
  ];
  archive.close();
  return new Set(keys);
}

/** The earlier version must refuse the newer schema with one sentence and leave the database as it is. */
async function refusal(built: string, env: Record<string, string>): Promise<string[]> {
  const child = launchClinic(env, await freePort(), 'pipe', built);
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (part: string) => (text += part));
  const [code] = await once(child, 'exit');
  const isTold = text.trim().split('\n').length === 1 && text.includes('newer version of Hakima');
  return code === 1 && isTold ? [] : [`the earlier version on the newer schema: ${code}, ${text}`];
}

/** Starts a proxy of `deploy/`, without TLS, in front of a port. */
const proxies = {
  caddy: (folder: string, port: number, to: number) =>
    startCaddy(folder, { domain: `http://127.0.0.1:${port}`, to }),
  nginx: startNginx,
};
type Proxy = keyof typeof proxies;

interface Clinic {
  readonly proxy: Proxy;
  readonly earlier: EarlierBuild;
  readonly databases: Databases;
  readonly folder: string;
}

async function upgradeAndReturn({ proxy, earlier, databases, folder }: Clinic): Promise<string[]> {
  const place = await databases.make();
  if (!seedWithEarlierVersion(earlier, place.env, today))
    return [`${earlier.commit} did not make its clinic`];
  const database = await place.open();
  const desk = new FrontDesk(today);
  await desk.open(database.pool);
  const key = await hakima(earlier.folder, ['backup-key'], {});
  const stored = {
    BACKUP_TO: join(folder, 'backups'),
    BACKUP_RECIPIENTS: /age1\w+/.exec(key)?.[0] ?? '',
  };
  mkdirSync(stored.BACKUP_TO);
  const env = { ...place.env, ...stored };
  const [port, front] = [await freePort(), await freePort()];
  let server: Running | undefined;
  const proxyServer = proxies[proxy](folder, front, port);
  const found: string[] = [];
  const wrong = async (pool: pg.Pool, times?: { until: number; from: number }) =>
    found.push(...(await desk.complaints(pool, times)), ...(await findContradictions(pool, seededVisits)));
  const exchange = async (built: string): Promise<void> => {
    await server?.stop();
    if (server && server.child.exitCode !== 0) found.push(`a server ended with ${server.child.exitCode}`);
    server = await startClinicAt({ ...place.env, TRUST_PROXY: '127.0.0.1' }, port, built);
  };
  try {
    await exchange(earlier.folder);
    desk.begin(front);
    await sleep(workMs);
    const [until, madeAt] = [performance.now(), new Date()];
    const [name = ''] = /hakima-\S+\.age/.exec(await hakima(earlier.folder, ['backup'], env)) ?? [];
    const from = performance.now();
    await sleep(workMs);
    const stopped = performance.now();
    await exchange(root);
    const started = performance.now();
    await sleep(workMs);
    await desk.end();
    await wrong(database.pool);
    const waited = desk.longestWaitMs();
    if (waited > maxWaitMs) found.push(`the desk waited ${seconds(waited)}`);
    console.log(
      `  one server exchanged in ${seconds(started - stopped)} behind ${proxy}: the desk waited at most ` +
        `${seconds(waited)}, ${desk.acceptedSince(0).length} of its writes were accepted, ` +
        `${desk.told503} requests repeated, ${desk.unsure.size} told that nobody knows, ${desk.refused.length} refused, ` +
        `${desk.untold.length} told nothing; ${found.length} wrong`,
    );
    const lost = desk.acceptedSince(from);
    const list = join(folder, 'newer.zip');
    await hakima(root, ['move-out', list], place.env);
    const listed = await listWritesSince(list, madeAt);
    found.push(...lost.filter((one) => !listed.has(one)).map((one) => `${one} is not in the list`));
    await server?.stop();
    await database.pool.query(unreadable);
    found.push(...(await refusal(earlier.folder, place.env)));
    await database.close();

    const restoring = performance.now();
    await hakima(earlier.folder, ['restore', name, '--replace', '--identity', '-'], env, key);
    const practice = await databases.make();
    const practiceEnv = { ...practice.env, ...stored };
    await hakima(earlier.folder, ['restore', name, '--identity', '-'], practiceEnv, key);
    if ((await checksumAll(place)) !== (await checksumAll(practice)))
      found.push('the restore over the newer schema differs from one into an empty database');
    await exchange(earlier.folder);
    const back = performance.now();
    const again = await place.open();
    await wrong(again.pool, { until, from });
    await again.close();
    console.log(
      `  back with the backup in ${seconds(back - restoring)}: ${lost.length} writes since then were listed and are ` +
        `gone, every earlier one is there; ${found.length} wrong`,
    );
  } finally {
    await desk.end();
    if (server) await kill(server);
    endGroup(proxyServer);
  }
  return [...found, ...desk.untold, ...desk.refused];
}

/** Runs the upgrade and the way back; returns each fault once. */
export async function upgradeAtWork(earlier: EarlierBuild): Promise<string[]> {
  const found: string[] = [];
  for (const proxy of Object.keys(proxies) as Proxy[]) {
    if (isInstalled(proxy)) found.push(...(await upgradeBehind(proxy, earlier)));
    else console.log(`  upgrade of one server behind ${proxy} not tried: ${wanted([proxy])}`);
  }
  return found;
}

async function upgradeBehind(proxy: Proxy, earlier: EarlierBuild): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hakima-upgrade-'));
  const databases = await databasesOnServer();
  try {
    const found = await upgradeAndReturn({ proxy, earlier, databases, folder });
    return found.map((what) => `upgrade of one server behind ${proxy}: ${what}`);
  } finally {
    await databases.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
