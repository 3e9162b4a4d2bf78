// `npm run keys:asked [-- <test files>]`: every statement that the tests send to PostgreSQL, and whether it
// says of which branch or person the rows are that it asks for (docs/scale.md). Fails where one does not in a
// way that the page has no reason for, and where one cannot be planned. `--again` looks at what was heard
// last, without tests.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { connect } from '#server/engine/db/connect.ts';
import { migrate } from '#server/engine/db/migrate.ts';
import { type Asked, askedOf, type PlanNode } from './asked-keys.ts';
import { keyedTables, planOf, waysOf } from './structure/scale.ts';
import { startPostgres } from './test-run/postgres.mjs';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const heard = join(root, '.cache/statements');
const { values: how, positionals: tests } = parseArgs({
  options: { again: { type: 'boolean', default: false } },
  allowPositionals: true,
});

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The words of the tests themselves: what they ask beside the product. */
const ofTests = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts') || path.startsWith('testing/'))
  .filter((path) => path.endsWith('.ts'))
  .map((path) => inOneLine(read(join('server', path)).replace(/'\s*\+\s*'/g, '')))
  .join(' ');

/** What the product asked, each once: reading and writing of rows alone. */
function statements(): string[] {
  const entries = readFileSync(heard, 'utf8').split(/\n(?!\t)/);
  const asked = entries.flatMap(
    (entry) => /^LOG: {2}(?:statement|execute [^:]*): ([\s\S]*)/.exec(entry)?.[1] ?? [],
  );
  return [...new Set(asked.map((text) => text.replace(/\n\t/g, '\n').trim()))].filter(
    (text) =>
      /^(?:\/\*.*?\*\/\s*)?(?:select|insert|update|delete|with)\b/i.test(text) &&
      !/;\s*\S/.test(text) &&
      !ofTests.includes(inOneLine(text)),
  );
}

/** As it would be carried out whatever its values are. */
async function planned(client: pg.Client, text: string): Promise<PlanNode[]> {
  const most = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)));
  await client.query(`prepare asked as ${text}`);
  try {
    const values = most > 0 ? `(${Array(most).fill('null').join(', ')})` : '';
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (verbose, format json) execute asked${values}`,
    );
    return rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan }) => Plan));
  } finally {
    await client.query('deallocate asked');
  }
}

/** Whether the tests that were heard went well. */
function hear(url: string): boolean {
  const env = { ...process.env, TEST_DATABASE_URL: url, DATABASE_URL: '' };
  return spawnSync('npx', ['vitest', 'run', ...tests], { cwd: root, env, stdio: 'inherit' }).status === 0;
}

mkdirSync(join(root, '.cache'), { recursive: true });
const server = await startPostgres(how.again ? {} : { heard });
try {
  const passed = how.again || hear(server.url);
  const database = await connect({ dataDir: '', databaseUrl: server.url });
  await migrate(database.pool);
  await database.close();
  const tables = keyedTables(read('server/db/schema.sql'));
  const plan = planOf(read('docs/scale.md'));
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query('set plan_cache_mode = force_generic_plan');
  const seen = new Map<string, Asked & { statements: number }>();
  const odd: string[] = [];
  const all = statements();
  let kept = 0;
  for (const text of all) {
    const asked = await planned(client, text).catch((error: Error) => {
      odd.push(`${error.message}: ${inOneLine(text).slice(0, 100)}`);
      return null;
    });
    const ways = asked?.flatMap((one) => askedOf(one, tables, plan)) ?? [];
    if (asked && ways.every(({ carries }) => carries)) kept++;
    for (const one of ways) {
      const way = `${one.table}: ${one.by}`;
      seen.set(way, { ...one, statements: (seen.get(way)?.statements ?? 0) + 1 });
    }
  }
  await client.end();
  const reasons = waysOf(read('docs/scale.md'));
  const without = [...seen].filter(([, { carries }]) => !carries);
  for (const [way, { carries, statements: n }] of [...seen].sort(([a], [b]) => a.localeCompare(b)))
    console.log(`${carries ? '+' : '-'} ${way} (${n})`);
  for (const one of odd) console.log(`? ${one}`);
  const unreasoned = without.filter(([, { table, by }]) => !reasons.has(`${table} ${by}`));
  console.log(
    `${all.length} statements, ${odd.length} without a plan; ${kept} say of each row that they ask for where it lives; ${without.length} ways that do not, ${unreasoned.length} of them without a reason`,
  );
  for (const [way] of unreasoned) console.log(`✗ ${way}: say in docs/scale.md how it is asked then`);
  process.exitCode = passed && odd.length + unreasoned.length === 0 ? 0 : 1;
} finally {
  await server.stop();
}
