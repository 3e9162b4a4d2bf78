import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { connect } from '#server/engine/db/connect.ts';
import { mailServer } from '#server/testing/mail-server.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { familyMs, machineMs, parentOf, processorMs, residentMb } from '../../bench/processor.ts';
import { startClinic } from '../../bench/servers.ts';
import { startPostgres } from '../test-run/postgres.mjs';
import { findContradictions } from './contradictions.ts';
import { Desks } from './day/desk.ts';
import { simulateIllness } from './day/illness.ts';
import { Listeners } from './day/listeners.ts';
import { makeMonday } from './day/monday.ts';
import { measurePace } from './day/pace.ts';
import { Patients } from './day/patients.ts';
import { DayMeasurements, runSpread } from './day/seen.ts';

// A whole Monday of the group in five minutes, on one server and PostgreSQL: eight branches with two boards
// and a screen each; dashboards; patients who keep their page open, look for times, book and cancel; 216
// patients who arrive, are called in and are seen; reminders for tomorrow; a doctor who falls ill, and the
// answers of her patients. `DAY_SECONDS`: duration. `DAY_ONLINE`: number of patients online at the end of a
// whole day. Five minutes are a hundredth of a day: if the machine is too slow, alone or because of other
// programs, the load is reduced (`measurePace`), and the goals apply to the reduced load.
const lastsMs = Number(process.env.DAY_SECONDS ?? 300) * 1000;
const today = dayClock(new Date()).date;

const promised = {
  'a page': { p99: 1000 },
  'free times': { p99: 1000 },
  'who is signed in': { p99: 1000 },
  'her visits': { p99: 1000 },
  'a booking': { p99: 1000 },
  'a step at the desk': { p99: 1000 },
  'a board is read again': { p99: 1000 },
  'a screen looks': { p99: 1000 },
};
/** An action at one desk must appear on every other board within this time, in 95 % of cases. */
const onBoardMs = 2000;
/** Below this part of the load, the machine or the product is too slow for a result. */
const leastPart = 0.5;
/** Maximum share of requests refused with 503. */
const maxRefused = 0.01;

/**
 * Processor time so far, in milliseconds: of the product, of the simulated callers, and of the whole machine.
 */
function spentBy() {
  const { user, system } = process.cpuUsage();
  return {
    product: processorMs(server.pid) + familyMs(postmaster),
    callers: (user + system) / 1000,
    machine: machineMs(),
  };
}

const postgres = await startPostgres({ durable: true });
const filling = await connect({ dataDir: '', databaseUrl: postgres.url });
const monday = await makeMonday(filling, today);
const { rows: backend } = await filling.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
const postmaster = parentOf(backend[0]?.pid ?? 0);
const mail = await mailServer();
const server = await startClinic({ DATABASE_URL: postgres.url, SMTP_URL: mail.url });
const pace = await measurePace(server.port, today);
/** A shorter run is a part of the day, not a faster day. */
const part = Math.min(1, lastsMs / 300_000) * pace.part;
const online = Math.round(Number(process.env.DAY_ONLINE ?? 5000) * part);
const looks = Math.round(10_000 * part);
const bookings = Math.round(600 * part);
const seen = new DayMeasurements(server.port);
const [patientsHear, staffHear] = [new Listeners(server.port), new Listeners(server.port)];
const desks = new Desks({ seen, listeners: staffHear, today, monday });
const patients = new Patients(seen, patientsHear, today);

/**
 * Faults in messages: tomorrow's appointments without a reminder (patients of the ill doctor get an offer
 * instead), and messages sent twice.
 */
async function messageComplaints(pool: pg.Pool): Promise<string[]> {
  const found: string[] = [];
  const say = async (what: string, text: string) => {
    const { rows } = await pool.query<{ who: string }>(text);
    if (rows.length > 0) found.push(`${what}: ${rows.length}, the first ${rows[0]?.who}`);
  };
  await say(
    'not reminded',
    `select a.id::text as who from appointments a
      where a.created_at < now() - interval '2 days' and a.updated_at = a.created_at
        and a.doctor_id is distinct from ${monday.ill} and a.status = 'confirmed'
        and a.local_start - (now() at time zone 'Africa/Cairo')
          between interval '3 hours' and interval '23 hours'
        and not exists (select from messages m where m.user_id = a.patient_id
          and m.dedupe_key like 'reminder:%' and m.channel = 'email')`,
  );
  await say(
    'told the same twice',
    `select user_id || ' ' || template as who from messages where channel = 'email'
      group by user_id, template, appointment_id having count(*) > 1`,
  );
  await say(
    'a message waits',
    `select user_id || ' ' || template as who from messages where channel = 'email' and state = 'queued'
      and run_at < now()`,
  );
  await say('given up', `select id::text as who from messages where state = 'dead'`);
  return found;
}

async function bookingComplaints(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: number; status: string }>('select id, status from appointments');
  const now = new Map(rows.map(({ id, status }) => [id, status]));
  return [...patients.booked]
    .filter(([id, status]) => now.get(id) !== status)
    .map(([id, status]) => `visit ${id} is ${now.get(id) ?? 'gone'}, acknowledged was ${status}`);
}

/** Waits until no message is due, or a time limit has passed. */
async function untilSent(): Promise<number> {
  const since = performance.now();
  const waiting = async () =>
    Number(
      (
        await filling.pool.query(
          "select count(*) as n from messages where channel = 'email' and state = 'queued' and run_at < now()",
        )
      ).rows[0]?.n,
    );
  while ((await waiting()) > 0 && performance.now() - since < 60_000) await sleep(200);
  return performance.now() - since;
}

const complaints: string[] = [];
try {
  await desks.open();
  const before = spentBy();
  const from = performance.now();
  const between = (begins: number, ends: number) => [from + lastsMs * begins, from + lastsMs * ends] as const;
  await Promise.all([
    runSpread(online, between(0, 0.6), (n) => patients.arrive(1 + n)),
    runSpread(looks, between(0, 1), (n) => patients.look(n)),
    runSpread(bookings, between(0.05, 1), (n) => patients.book(n)),
    desks.work(between(0.05, 1), part),
    runSpread(1, between(0.4, 0.4), async () => {
      const { ill: doctor, displaced } = monday;
      const answerMs = (lastsMs * 0.3) / displaced;
      complaints.push(...(await simulateIllness(seen, { doctor, today, displaced, answerMs })));
    }),
    sleep(lastsMs),
  ]);
  const took = (performance.now() - from) / 1000;
  const after = spentBy();
  const listening = { patients: patientsHear.open, staff: staffHear.open };
  const memory = residentMb(server.pid);
  const sentAfter = await untilSent();
  await sleep(onBoardMs);
  const boards = desks.end();
  const told = seen.report(promised);
  complaints.push(
    ...told.complaints,
    ...boards.wrong,
    ...(await bookingComplaints(filling.pool)),
    ...(await messageComplaints(filling.pool)),
    ...(await findContradictions(filling.pool, monday.seeded)),
  );
  const reminders = mail.received.filter(({ raw }) => /reminder|tomorrow|غد/i.test(raw)).length;
  console.log(
    `  ${pace.perSecond.toFixed(0)} calls a second are served here, beside what else runs: ${(pace.part * 100).toFixed(0)} % of the group's patients`,
  );
  console.log(
    '  | what | calls | p50 | p95 | p99 | longest | told "later" |\n  |---|---|---|---|---|---|---|',
  );
  for (const row of told.rows) console.log(`  ${row}`);
  const seconds = seen.laterSeconds(from);
  if (seconds) console.log(`  told "later": ${seconds}`);
  const [product, callers, machine] = (['product', 'callers', 'machine'] as const).map(
    (who) => (after[who] - before[who]) / 10 / took / availableParallelism(),
  ) as [number, number, number];
  const ofMachine = (share: number) => `${share.toFixed(0)} %`;
  const ms = (share: number) => `${Math.round(boards.shown(share))} ms`;
  console.log(
    `  ${boards.steps} steps at eight desks, on the boards after ${ms(0.5)} (p50), ${ms(0.95)} (p95), ${ms(0.99)} (p99), ${ms(1)} (longest); ${boards.wrong.length} cards wrong at the end\n` +
      `  ${listening.patients} of ${online} patients and ${listening.staff} of 20 desks hear of changes at the end; refused ${patientsHear.refused}, broken ${patientsHear.broken + staffHear.broken}; hints heard ${patientsHear.heard} and ${staffHear.heard}\n` +
      `  ${patients.booked.size} bookings; ${mail.received.length} mails (${reminders} about tomorrow), the last ${(sentAfter / 1000).toFixed(1)} s after the day; pressed again ${seen.again} times\n` +
      `  ${Math.round(seen.asked / took)} calls a second for ${Math.round(took)} s; the server ${memory} MB; of ${availableParallelism()} processors server and PostgreSQL had ${ofMachine(product)}, those who ask ${ofMachine(callers)}, other programs ${ofMachine(machine - product - callers)}`,
  );
  const goal = (holds: boolean, what: string) => void (holds || complaints.push(`missed: ${what}`));
  const refused = Object.keys(promised).reduce((sum, what) => sum + seen.refused(what), 0);
  goal(
    pace.part >= leastPart,
    `${pace.perSecond.toFixed(0)} calls a second are not enough for half the group`,
  );
  goal(listening.patients === online, `${online - listening.patients} patients do not hear of changes`);
  goal(listening.staff === 20, `${20 - listening.staff} desks do not hear of changes`);
  goal(boards.shown(0.95) <= onBoardMs, `a step on the boards: p95 ${ms(0.95)}, promised ${onBoardMs}`);
  goal(refused <= seen.asked * maxRefused, `${refused} of ${seen.asked} calls told "later"`);
} finally {
  patientsHear.end();
  staffHear.end();
  await server.stop();
  await filling.close();
  await mail.close();
  await postgres.stop();
}
for (const what of complaints.slice(0, 30)) console.log(`    ${what}`);
process.exitCode = complaints.length > 0 ? 1 : 0;
