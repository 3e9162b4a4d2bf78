import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '#server/engine/db/connect.ts';
import { mailServer } from '#server/testing/mail-server.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { kill, type Running } from '../../bench/servers.ts';
import { copyEarlierFiles } from '../set-up/builds.mjs';
import { freePort } from '../set-up/free-port.mjs';
import { root } from '../set-up/processes.mjs';
import { startPostgres } from '../test-run/postgres.mjs';
import { unitComplaints } from './cluster/deploy.ts';
import { openPages } from './cluster/files.ts';
import { limitComplaints } from './cluster/limits.ts';
import { hasPackages, startCluster } from './cluster/machine.ts';
import { enableMail, listClaimedMails, mailComplaints } from './cluster/mail.ts';
import { buildEarlierVersion, seedWithEarlierVersion } from './earlier-build.ts';
import { Ledger } from './ledger.ts';
import { measureEventDelay } from './watch.ts';

// Eight writers write without a pause to four servers of an earlier version (`UPGRADE_FROM`; default: the
// version before the newest migration). Meanwhile each server is replaced by this version, one is killed, one
// stopped, and all are replaced once more. At the end, mails, live events and rate limits are checked: they
// must work as with a single process.
if (!hasPackages('haproxy', 'pgbouncer', 'systemd-analyze')) process.exit(1);
const earlier = await buildEarlierVersion(process.env.UPGRADE_FROM ?? '');
if (typeof earlier === 'string') {
  console.error(`  no version before: ${earlier}`);
  process.exit(1);
}
/**
 * Without database notifications a process polls for changes once a second, and has another second to send
 * events.
 */
const heardWithinMs = 2000;
const today = dayClock(new Date()).date;
// As if this version had been built over the earlier one.
copyEarlierFiles(join(earlier.folder, 'dist'), join(root, 'dist'));
const postgres = await startPostgres({ durable: true });
if (!seedWithEarlierVersion(earlier, { DATABASE_URL: postgres.url }, today)) {
  console.error(`  ${earlier.commit} did not make its clinic`);
  await postgres.stop();
  process.exit(1);
}
await enableMail(postgres.url);
const filling = await connect({ dataDir: '', databaseUrl: postgres.url });
const mail = await mailServer();
const front = await freePort();
const publicUrl = `http://127.0.0.1:${front}`;
const cluster = await startCluster(postgres.url, {
  clinic: { SMTP_URL: mail.url, PUBLIC_URL: publicUrl },
  front,
  built: earlier.folder,
});
const { ports, servers } = cluster;

const complaints: string[] = unitComplaints();
let keysInProgress: string[] = [];
async function stopServer(at: number): Promise<void> {
  await servers[at]?.stop();
  const code = servers[at]?.child.exitCode;
  if (code !== 0) complaints.push(`server ${at + 1} ended with ${code}`);
}
async function restartServers(...all: number[]): Promise<void> {
  for (const at of all) {
    if (servers[at]?.child.exitCode === null) await stopServer(at);
    await cluster.start(at);
    await sleep(1000);
  }
}
const phases: Readonly<Record<string, { lost?: number; happens: () => Promise<void> }>> = {
  'four of the version before': { happens: () => sleep(3000) },
  'one exchanged for this version': { happens: () => restartServers(0) },
  // Requests in progress are lost with the process; the page asks the server about their result.
  'it is killed': {
    lost: 8,
    happens: async () => {
      await kill(servers[0] as Running);
      keysInProgress = await listClaimedMails(filling.pool);
    },
  },
  'and back, beside three of the version before': { happens: () => cluster.start(0) },
  'the three exchanged in turn': { happens: () => restartServers(1, 2, 3) },
  'one ended': { happens: () => stopServer(1) },
  'each exchanged for itself': { happens: () => restartServers(1, 0, 2, 3) },
};

/**
 * Measures the delay of live events: between two processes, and through the proxy, where both may be the
 * same.
 */
async function measureLiveDelay(): Promise<void> {
  const apart = await measureEventDelay(ports[0] ?? 0, ports[1] ?? 0);
  const byFront: number[] = [];
  for (let times = 0; times < 8; times++) byFront.push(await measureEventDelay(front, front));
  const longest = Math.max(...byFront);
  console.log(
    `  heard by another server after ${apart.toFixed(0)} ms, through the front after ` +
      `${Math.min(...byFront).toFixed(0)} to ${longest.toFixed(0)} ms, without notices`,
  );
  if (Math.max(apart, longest) > heardWithinMs)
    complaints.push(`a change was heard after ${Math.max(apart, longest).toFixed(0)} ms`);
}

const ledger = new Ledger(today);
try {
  console.log(`  the version before: ${earlier.commit.slice(0, 8)}`);
  for (const [name, { lost = 0, happens }] of Object.entries(phases)) {
    const [before, failed] = [ledger.acknowledged, ledger.failed.length];
    ledger.begin(() => [front]);
    const stopOpening = openPages(front);
    await sleep(1000);
    await happens();
    await sleep(1000);
    const { pages, files, wrong } = await stopOpening();
    await ledger.end();
    const now = ledger.failed.slice(failed);
    const found = await ledger.complaints(filling.pool);
    console.log(
      `  ${name}: ${ledger.acknowledged - before} writes acknowledged, ${now.length} without an answer (${lost} may be), ${found.length} wrong; ` +
        `${pages} pages with ${files} files opened, ${wrong.length} failed`,
    );
    for (const what of [
      ...new Set(now.length > lost ? now : []),
      ...found,
      ...(wrong.length > lost ? wrong : []),
    ].slice(0, 10))
      complaints.push(`${name}: ${what}`);
  }
  if (!(await cluster.untold()).includes('set DATABASE_NOTICES=off'))
    complaints.push('one that was not told of the pooler does not say what to set');
  await measureLiveDelay();
  complaints.push(
    ...(await mailComplaints(filling.pool, mail.received, publicUrl, keysInProgress)).slice(0, 10),
  );
  await Promise.all(servers.map((_, at) => stopServer(at)));
  await Promise.all(servers.map((_, at) => cluster.start(at, { RATE_LIMIT: 'on' })));
  complaints.push(...(await limitComplaints(cluster)));
} finally {
  await ledger.end();
  await cluster.stop();
  await mail.close();
  await filling.close();
  await postgres.stop();
}
for (const what of complaints) console.log(`    ${what}`);
process.exitCode = complaints.length > 0 ? 1 : 0;
