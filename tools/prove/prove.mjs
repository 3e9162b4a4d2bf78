// `npm run prove`: longer proofs than a test run has time for, each alone by its name. Node built-ins only.
import { node } from '../set-up/processes.mjs';
import { step } from '../set-up/setup.mjs';
import { startPostgres } from '../test-run/postgres.mjs';

const stories = { PROVE_STORIES: '500', PROVE_STEPS: '2000', PROVE_SEED: String(Date.now() % 2 ** 31) };

const parts = {
  model: {
    says: 'what the clinic does against a small model of its rules, by random stories, on both engines',
    prove: async () => {
      const embedded = await step('stories, embedded database', () => tell(''));
      const server = await startPostgres();
      try {
        const onPostgres = await step(`stories, ${server.version}`, () => tell(server.url));
        return embedded && onPostgres;
      } finally {
        await server.stop();
      }
    },
  },
};

/** One engine's stories; a failure prints the shortest story, its seed and its path. */
async function tell(databaseUrl) {
  const { PROVE_STORIES, PROVE_STEPS, PROVE_SEED } = { ...stories, ...process.env };
  console.log(`  ${PROVE_STORIES} stories of up to ${PROVE_STEPS} steps, from the seed ${PROVE_SEED}`);
  const { ok } = await node(
    ['node_modules/vitest/vitest.mjs', 'run', 'server/testing/booking-model.test.ts'],
    { env: { PROVE_STORIES, PROVE_STEPS, PROVE_SEED, TEST_DATABASE_URL: databaseUrl, DATABASE_URL: '' } },
  );
  return ok;
}

/** The parts that were named, or all. True when each holds. */
export async function proveAll(names) {
  const chosen = names.length > 0 ? names : Object.keys(parts);
  const unknown = chosen.filter((name) => !parts[name]);
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. There is ${Object.keys(parts).join(', ')}.`);
    return false;
  }
  const failed = [];
  for (const name of chosen) {
    console.log(`· ${name}: ${parts[name].says}`);
    if (!(await parts[name].prove())) failed.push(name);
  }
  console.log(failed.length > 0 ? `not proved: ${failed.join(', ')}` : `proved: ${chosen.join(', ')}`);
  return failed.length === 0;
}
