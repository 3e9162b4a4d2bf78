// Format, lint, layers, types and unused code: `npm run check`, and the first step of `npm test`. Node built-ins only.
import { node } from '../set-up/processes.mjs';
import { step } from '../set-up/setup.mjs';

/** One thread: with four, each thread checks the shared types again, at twice the processor time. */
const types = (side) => ['node_modules/typescript/bin/tsc', '-p', `tsconfig.${side}.json`, '--checkers', '1'];

const checks = [
  ['format', ['node_modules/@biomejs/biome/bin/biome', 'ci', '.']],
  ['lint', ['node_modules/oxlint/bin/oxlint', '--deny-warnings']],
  ['layers', ['node_modules/dependency-cruiser/bin/dependency-cruise.mjs', 'server', 'web', 'shared']],
  ['types of the server', types('server')],
  ['types of the web', types('web')],
  ['types of the tools', types('tools')],
  ['unused code', ['node_modules/knip/bin/knip.js', '--no-progress']],
];

/**
 * Runs all checks, two at a time because most use one thread; prints the output of those that fail. Calls
 * `record` with the name of each and whether it passed.
 */
export async function runChecks(record) {
  const waiting = [...checks];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) record(next[0], await check(...next));
  };
  await Promise.all([lane(), lane()]);
}

async function check(name, command) {
  let result;
  const ok = await step(name, async () => {
    // Less garbage collection: it would take a fifth of the processor time of the compiler and the linter.
    result = await node(command, { env: { GOGC: '400' }, output: 'keep' });
    return result;
  });
  if (!ok) console.log(result.text.trimEnd());
  return ok;
}
