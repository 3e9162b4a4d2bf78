// `npm start` and `npm test`: from a fresh clone to a running clinic, or to a test result. Node built-ins
// only.

import { endWithChildren, node, root } from './set-up/processes.mjs';
import { serve, serveSources } from './set-up/serve.mjs';
import { build, checkNode, install, withSetupLock } from './set-up/setup.mjs';
import { runJourneys } from './test-run/journeys.mjs';

const [command = 'start', ...args] = process.argv.slice(2);
const commands = {
  start: () => served({}),
  demo: () => served({ DEMO: '1' }),
  dev: async () => ((await withSetupLock(install)) ? serveSources() : fail()),
  build: async () => (await prepared()) || fail(),
  test,
  'test-all': () => testAll(),
  check: () => checked(),
  e2e: () => journeys(),
  bench: () => bench(args),
  prove: () => proved(),
  fonts: async () =>
    (await withSetupLock(install)) ? (await import('./fonts/cut-fonts.mjs')).cutFonts() : fail(),
  pictures: () => built(async () => (await import('./pictures/pictures.mjs')).takePictures()),
};

/** Benchmarks of `npm run bench -- <name>`; without a name: `speed`. */
const benchmarks = {
  speed: (rest) => runScript('bench/run.ts', rest),
  import: (rest) => runScript('bench/import.ts', rest),
  moving: (rest) => runScript('bench/moving.ts', rest),
  desk: async () => (await import('./browser-bench/desk.mjs')).countHands(),
  requests: async () => (await import('./browser-bench/requests.mjs')).countRequests(),
  taps: async () => (await import('./browser-bench/taps.mjs')).timeTaps(),
};

checkNode();
if (!process.stdout.isTTY) withoutColours();
process.chdir(root);
if (commands[command]) await commands[command]();
else {
  console.error(`Unknown command: ${command}. There are ${Object.keys(commands).join(', ')}.`);
  fail();
}

function prepared() {
  return withSetupLock(async () => (await install()) && (await build()));
}

/** No colours if the output is not a terminal. */
function withoutColours() {
  delete process.env.FORCE_COLOR;
  process.env.NO_COLOR = '1';
}

function fail() {
  process.exitCode = 1;
}

async function served(env) {
  if (await prepared()) serve(env);
  else fail();
}

async function runScript(script, rest) {
  return (await node(['--import', 'tsx', script, ...rest])).ok;
}

async function bench([name = 'speed', ...rest]) {
  if (name.startsWith('-')) return bench(['speed', name, ...rest]);
  if (benchmarks[name]) return built(() => benchmarks[name](rest));
  console.error(`Unknown benchmark: ${name}. There are ${Object.keys(benchmarks).join(', ')}.`);
  return fail();
}

/** Builds the product, then runs work; the command fails if either returns false. */
async function built(work) {
  if (!(await prepared()) || !(await work())) fail();
}

async function test() {
  endWithChildren();
  if (!(await withSetupLock(install))) {
    console.log('0 passed, 1 failed');
    return fail();
  }
  const { runEverything } = await import('./test-run/test-run.mjs');
  if (!(await runEverything())) fail();
}

async function checked() {
  if (!(await withSetupLock(install))) return fail();
  const { runChecks } = await import('./test-run/checks.mjs');
  await runChecks((_, ok) => ok || fail());
}

async function journeys() {
  endWithChildren();
  if (!(await prepared())) return fail();
  const { chooseDay, describeDay } = await import('./test-run/days.mjs');
  const day = chooseDay();
  console.log(describeDay(day));
  const { ok } = await runJourneys(args, day);
  if (!ok) fail();
}

async function proved() {
  endWithChildren();
  if (!(await withSetupLock(install))) return fail();
  const { proveAll } = await import('./prove/prove.mjs');
  if (!(await proveAll(args))) fail();
}

/**
 * Runs what `npm test` leaves out: special days, every configuration, proofs, the image's Node. With names:
 * only those days.
 */
async function testAll() {
  endWithChildren();
  if (!(await prepared())) return fail();
  const { runAll } = await import('./test-run/test-run.mjs');
  if (!(await runAll(args))) fail();
}
