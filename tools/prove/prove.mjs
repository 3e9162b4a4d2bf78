// `npm run prove`: proofs that take too long for a test run; each can be run by its name. Node built-ins
// only.
import { node } from '../set-up/processes.mjs';
import { build } from '../set-up/setup.mjs';
import { chooseDay } from '../test-run/days.mjs';
import { runJourneys } from '../test-run/journeys.mjs';

const seed = String(Date.now() % 2 ** 30);

/** Runs two halves in parallel. Each counts its seeds up, so the second begins far from the first. */
const halves =
  (seedName, ...counts) =>
  (env) =>
    [0, 1].map((i) => ({
      ...env,
      ...Object.fromEntries(counts.map((count) => [count, String(Math.ceil((Number(env[count]) - i) / 2))])),
      [seedName]: String(Number(env[seedName]) + i * 1_000_000),
    }));

/**
 * `env`: settings of a part that is run by its name; it may take a night. `brief`: settings as one of all
 * parts, which together take half an hour on two idle processors.
 */
const parts = {
  day: {
    says: "the group's whole Monday in five minutes: eight branches, 5,000 patients, a doctor who falls ill",
    env: { DAY_SECONDS: '300', DAY_ONLINE: '5000' },
    brief: { DAY_SECONDS: '90' },
    script: 'tools/prove/day.ts',
  },
  model: {
    says: 'what the clinic does against a small model of its rules, by random stories',
    env: { PROVE_STORIES: '500', PROVE_STEPS: '2000', PROVE_SEED: seed },
    brief: { PROVE_STORIES: '500', PROVE_STEPS: '60' },
    tests: ['server/testing/proofs/booking'],
    shares: halves('PROVE_SEED', 'PROVE_STORIES'),
  },
  messages: {
    says: 'random lives of visits: the last message of each channel is true, and nothing is said twice',
    env: { MESSAGE_RUNS: '10000', MESSAGE_SEED: seed },
    tests: ['server/testing/messages-model'],
    shares: halves('MESSAGE_SEED', 'MESSAGE_RUNS'),
  },
  plans: {
    says: 'bookings, kept times and lists at once, two desks at one patient, and doctors ill together',
    env: { RACE_ROUNDS: '1000', ILLNESSES: '10', LISTS_SECONDS: '240' },
    brief: { RACE_ROUNDS: '100', ILLNESSES: '2', LISTS_SECONDS: '15' },
    tests: [
      'server/features/appointments/race.test.ts',
      'server/features/doctors/doctors-race.test.ts',
      'server/features/arrivals/arrivals-race.test.ts',
      'server/features/offers/offers-race.test.ts',
      'server/features/offers/free-times-cache.test.ts',
      'server/features/imports/offered-slot-race.test.ts',
      'server/features/disruptions/illness.test.ts',
    ],
  },
  fuzz: {
    says: 'every call of the contract by everybody, spoiled, and bytes that are no calls: no error of ours',
    env: { FUZZ_REQUESTS: '100000', RAW_REQUESTS: '20000', FUZZ_STALL_MS: '100', FUZZ_SEED: seed },
    brief: { FUZZ_REQUESTS: '15000', RAW_REQUESTS: '5000' },
    tests: ['server/testing/proofs/fuzz'],
    shares: halves('FUZZ_SEED', 'FUZZ_REQUESTS', 'RAW_REQUESTS'),
  },
  crash: {
    says: 'kill -9 of servers and of PostgreSQL under writes: all that was acknowledged is there, once',
    env: { CRASH_KILLS: '200' },
    brief: { CRASH_KILLS: '8' },
    script: 'tools/prove/crash.ts',
  },
  upgrade: {
    says: 'earlier schemas upgraded under kill -9; two versions side by side; one server upgraded and back at work',
    env: { UPGRADE_KILLS: '150', UPGRADE_SEED: seed, UPGRADE_FROM: '', UPGRADE_SECONDS: '20' },
    brief: { UPGRADE_KILLS: '8', UPGRADE_SECONDS: '10' },
    script: 'tools/prove/upgrade.ts',
  },
  faults: {
    says: 'PostgreSQL, disks, mail and gateway, clocks, callers go wrong under writes; SIGTERM in all of it',
    env: { FAULTS_SECONDS: '6', FAULTS_CROWD_SECONDS: '60', FAULTS_ONLY: '' },
    brief: { FAULTS_SECONDS: '3', FAULTS_CROWD_SECONDS: '8' },
    script: 'tools/prove/faults.ts',
    tests: [
      'server/engine/http',
      'server/engine/delivery',
      'server/engine/db/start-problem.test.ts',
      'server/engine/db/postgres-pool.test.ts',
      'server/engine/live/feed.test.ts',
    ],
  },
  moving: {
    says: 'a clinic with every kind of data moves out and in: the main screens have the same text, in both languages',
    env: {},
    script: 'tools/prove/moving.ts',
  },
  image: {
    says: 'the image: built by buildah, run as its user on a read-only root; size, health, SIGTERM',
    env: {},
    script: 'tools/prove/image.ts',
  },
  'same-build': {
    says: 'two builds of the current commit, in different folders: the same files, byte for byte',
    env: {},
    script: 'tools/prove/same-build.ts',
  },
  browsers: {
    says: "a patient's core journeys in Firefox ESR, every page in WebKitGTK, in both languages",
    env: { BROWSERS_ONLY: '' },
    script: 'tools/prove/browsers.ts',
  },
  cluster: {
    says: 'four servers behind HAProxy and PgBouncer: one killed, one ended, all exchanged under writes',
    env: { UPGRADE_FROM: '' },
    script: 'tools/prove/cluster.ts',
  },
  journeys: {
    says: 'every journey of the browser, in a clinic of four servers behind HAProxy and PgBouncer',
    env: {},
    onlyByName: true,
    work: async () => (await runJourneys([], chooseDay('today'), { CLUSTER: '1' })).ok,
  },
  failover: {
    says: 'a PostgreSQL of three machines whose primary is killed, frozen, handed over under writes',
    env: { FAILOVER_KILLS: '3', FAILOVER_ONLY: '' },
    brief: { FAILOVER_KILLS: '1' },
    script: 'tools/prove/failover.ts',
  },
};

/**
 * Runs a part: a script on the built product, tests, or both; or its own `work`. Environment variables
 * override the figures and the seed, for example to repeat a run.
 */
async function prove({ work, tests, script, env: usual, shares = (env) => [env] }) {
  const env = Object.fromEntries(Object.keys(usual).map((key) => [key, process.env[key] ?? usual[key]]));
  console.log(
    `  ${Object.entries(env)
      .map((pair) => pair.join('='))
      .join(' ')}`,
  );
  if (work) return (await build()) && work();
  const built = !script || ((await build()) && (await node(['--import', 'tsx', script], { env })).ok);
  if (!tests) return built;
  const each = shares(env);
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...(each.length > 1 ? ['--maxWorkers=1'] : []),
    ...tests,
  ];
  const ended = await Promise.all(
    each.map((share) => node(args, { env: { ...share, DATABASE_URL: '', LONG_TESTS: '1' } })),
  );
  return ended.every(({ ok }) => ok) && built;
}

/** Runs the named parts, or all parts with brief settings. Returns true if all succeed. */
export async function proveAll(names) {
  const whole = Object.keys(parts).filter((name) => !parts[name].onlyByName);
  const chosen = names.length > 0 ? names : whole;
  const unknown = chosen.filter((name) => !parts[name]);
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. There is ${Object.keys(parts).join(', ')}.`);
    return false;
  }
  const failed = [];
  for (const name of chosen) {
    console.log(`· ${name}: ${parts[name].says}`);
    const { brief = {}, ...part } = parts[name];
    const env = names.length > 0 ? part.env : { ...part.env, ...brief };
    const from = performance.now();
    if (!(await prove({ ...part, env }))) failed.push(name);
    console.log(`  ${name}: ${((performance.now() - from) / 60_000).toFixed(1)} min`);
  }
  console.log(failed.length > 0 ? `not proved: ${failed.join(', ')}` : `proved: ${chosen.join(', ')}`);
  return failed.length === 0;
}
