import { setTimeout as sleep } from 'node:timers/promises';
import { dayClock } from '#shared/domain/clinic-time.ts';
import type { Running } from '../../bench/servers.ts';
import { clinicWithManyCallers } from './faults/callers.ts';
import { clinicWithJumpingClock } from './faults/clock.ts';
import { clinicOnFullDisk } from './faults/full-disk.ts';
import { clinicWithFailingGateways } from './faults/messages.ts';
import { clinicOnPostgres } from './faults/on-postgres.ts';
import type { Fault, FaultyClinic } from './faults/place.ts';
import { Ledger } from './ledger.ts';
import { canRead, waitForMoreWrites, watchPage } from './watch.ts';

// Everything that the clinic depends on fails while eight writers write without a pause, and recovers. Each
// fault reports what users see, and checks that no acknowledged data is missing; then the server is stopped
// during a second occurrence. `FAULTS_SECONDS`: duration of each. `FAULTS_CROWD_SECONDS`: duration of the
// crowd. `FAULTS_ONLY`: only this fault. Faults that cannot be tested on this machine are named and count as
// not proved.
const lastsMs = Number(process.env.FAULTS_SECONDS ?? 6) * 1000;
const only = process.env.FAULTS_ONLY ?? '';
const today = dayClock(new Date()).date;
/** Maximum waiting times under any fault; recovery must be faster if the fault was not noticeable. */
const goals = { answerMs: 5500, pageMs: 3000, wellMs: 15_000, wellUnnoticedMs: 5000, endMs: 3000 };
/** Duration of a fault in which the server is stopped after a second. */
const overTheEndMs = 2000;

const complaints: string[] = [];
let tried = 0;
const say = (name: string, holds: boolean, what: string): void => {
  if (!holds) complaints.push(`${name}: ${what}`);
};
const ms = (value: number): string => `${Math.round(value)} ms`;

async function endedIn(server: Running): Promise<{ tookMs: number; code: number | null }> {
  const since = performance.now();
  await server.stop();
  return { tookMs: performance.now() - since, code: server.child.exitCode };
}

async function tryFault(place: FaultyClinic, ledger: Ledger, name: string): Promise<void> {
  const fault = place.faults[name] as Fault;
  tried += 1;
  const forMs = fault.lastsMs ?? lastsMs;
  let server = await place.start();
  const failedBefore = ledger.failed.length;
  ledger.begin(() => [server.port]);
  await waitForMoreWrites(ledger);
  // Renders the page once before the fault: a page that was never rendered cannot be served.
  await fetch(`http://127.0.0.1:${server.port}/`).then((page) => page.text());
  const stopWatching = watchPage(() => server.port);
  const [takenBefore, refusedBefore] = [ledger.acknowledged, ledger.refused];
  ledger.forgetTimes();
  await fault.begin(server, forMs);
  await sleep(forMs);
  const [taken, refused] = [ledger.acknowledged - takenBefore, ledger.refused - refusedBefore];
  const { shortestMs } = ledger;
  const isFelt = (await fault.isFelt?.({ server, refused, shortestMs })) ?? true;
  const reads = fault.keepsReading ? await canRead(server.port) : true;
  const over = performance.now();
  await fault.end();
  await waitForMoreWrites(ledger);
  const wellMs = performance.now() - over;
  const page = await stopWatching();
  await ledger.end();
  const { longestMs } = ledger;
  const failed = ledger.failed.slice(failedBefore);
  // Second occurrence, with a stop of the server: writers may lose replies, but must get no errors.
  ledger.begin(() => (server.child.exitCode === null ? [server.port] : []));
  await fault.begin(server, overTheEndMs);
  await sleep(1000);
  const end = await endedIn(server);
  await ledger.end();
  await fault.end();
  failed.push(...ledger.failed.slice(failedBefore + failed.length).filter((what) => /: 5\d\d$/.test(what)));
  const wrong = [...(await place.look(ledger)), ...(fault.complaints?.() ?? [])];
  server = await place.start();
  await endedIn(server);
  console.log(
    `  ${name}: ${taken} writes taken, ${refused} told "later", longest ${ms(longestMs)}; front page ` +
      `${page.asked - page.bad} of ${page.asked}, longest ${ms(page.longestMs)}; well after ${ms(wellMs)}; ` +
      `SIGTERM ${ms(end.tookMs)}, ${end.code}; ${ledger.acknowledged} acknowledged so far, ${wrong.length} wrong`,
  );
  for (const what of [...new Set([...failed, ...wrong])].slice(0, 8)) complaints.push(`${name}: ${what}`);
  const pagesLost = page.bad - (fault.isCrowd ? page.later : 0);
  const soon = fault.isUnnoticed ? goals.wellUnnoticedMs : goals.wellMs;
  say(name, isFelt, 'nothing was felt of it');
  say(name, reads, 'no list could be read');
  say(name, pagesLost === 0, `the front page failed ${pagesLost} times`);
  say(name, page.longestMs < goals.pageMs, `the front page took ${ms(page.longestMs)}`);
  say(name, fault.isCrowd || longestMs < goals.answerMs, `an answer took ${ms(longestMs)}`);
  say(name, !fault.isUnnoticed || refused * 10 <= taken, `${refused} who wrote were told "later"`);
  say(name, wellMs < soon, `well again only after ${ms(wellMs)}`);
  say(name, end.code === 0 && end.tookMs < goals.endMs, `ended with ${end.code} after ${ms(end.tookMs)}`);
}

/** Keys are the first words of the names of their faults. */
const places: Readonly<Record<string, (today: string) => Promise<FaultyClinic | string>>> = {
  PostgreSQL: clinicOnPostgres,
  mail: clinicWithFailingGateways,
  'own PostgreSQL': clinicOnFullDisk,
  clock: clinicWithJumpingClock,
  callers: clinicWithManyCallers,
};

async function tryAll(place: FaultyClinic): Promise<void> {
  const ledger = new Ledger(today);
  for (const name of Object.keys(place.faults))
    if (name.startsWith(only)) await tryFault(place, ledger, name);
  for (const [name, why] of Object.entries(place.notTried ?? {}))
    say(name, !name.startsWith(only), `not tried: ${why}`);
}

/** Checks that need time (for example retries of messages) run in parallel with the next place. */
async function finish(place: FaultyClinic): Promise<void> {
  try {
    complaints.push(...((await place.afterwards?.()) ?? []));
  } catch (error) {
    complaints.push(String(error));
  } finally {
    await place.close();
  }
}

const finishing: Promise<void>[] = [];
for (const [first, open] of Object.entries(places)) {
  if (!first.startsWith(only) && !only.startsWith(first)) continue;
  const place = await open(today);
  if (typeof place === 'string') {
    say(first, false, `not tried: ${place}`);
    continue;
  }
  await tryAll(place).catch((error) => place.close().then(() => Promise.reject(error)));
  finishing.push(finish(place));
}
await Promise.all(finishing);
say(only, tried > 0, 'no fault is called so, or none could be tried');
for (const what of complaints) console.log(`    ${what}`);
process.exitCode = complaints.length > 0 ? 1 : 0;
