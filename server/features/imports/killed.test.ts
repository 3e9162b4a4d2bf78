import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { connect } from '#server/engine/db/connect.ts';
import { migrate } from '#server/engine/db/migrate.ts';
import { startChild } from '#server/testing/child-process.ts';
import { makeClinic, makeUser } from '#server/testing/factories.ts';
import { emptyDatabase, testDatabase } from '#server/testing/test-database.ts';
import { insertImport, updateImport } from './queries.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'hakima-import-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Where the clinic is that processes are killed over: on the server of this run, or in a folder. */
async function place(): Promise<{ dataDir: string; databaseUrl?: string }> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return { dataDir };
  const database = await testDatabase();
  await emptyDatabase(database);
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name');
  return { dataDir, databaseUrl: new URL(rows[0]?.name ?? '', server).href };
}

const stands = `select state, total,
  (select count(*)::int from import_rows) as read,
  (select count(*)::int from import_rows where verdict is not null) as checked,
  (select count(*)::int from import_rows where outcome = 'in') as came,
  (select count(*)::int from users where role = 'patient' and erased_at is null) as people,
  (select count(*)::int from appointments) as visits from imports`;

interface Standing {
  readonly state: string;
  readonly total: number;
  readonly read: number;
  readonly checked: number;
  readonly came: number;
  readonly people: number;
  readonly visits: number;
}

interface Death {
  /** Over which of the statements that are like it. */
  readonly over: string;
  readonly nth: number;
  /** What the next process finds. */
  readonly left: Partial<Standing>;
}

const became = 'update import_rows r set outcome';
const verdict = 'update import_rows r set verdict = c.verdict';
const reading = { over: 'insert into import_rows', nth: 2, left: { state: 'reading', read: 249 } };
const checking = { over: verdict, nth: 2, left: { state: 'checking', read: 600, checked: 250 } };
const running = { over: became, nth: 3, left: { state: 'running', came: 200, people: 200, visits: 200 } };
// Four of these statements are of what came in after that.
const undoing = { over: became, nth: 6, left: { state: 'undoing', came: 350, people: 300, visits: 350 } };
/** Each within a transaction that follows others of its step. A start of the embedded engine costs more. */
const deaths: readonly Death[] = process.env.TEST_DATABASE_URL
  ? [reading, checking, running, undoing]
  : [reading, running];

/**
 * Works on the import as a server does, says how it stands when it comes and after each step of an admin's,
 * and is killed where it is told.
 */
const working = (where: object, death: Death | undefined): string => `
  import { connect } from '#server/engine/db/connect.ts';
  import { depsAt } from '#server/testing/reminding.ts';
  import { workOnImports } from '#server/features/imports/work-actions.ts';
  const database = await connect(${JSON.stringify(where)});
  const { pool } = database;
  const say = async () => {
    const { rows } = await pool.query(${JSON.stringify(stands)});
    process.stdout.write(JSON.stringify(rows[0]) + '\\n');
    return rows[0].state;
  };
  const open = pool.connect.bind(pool);
  const watched = new WeakSet();
  const { over, nth } = ${JSON.stringify(death ?? { over: 'nothing', nth: 0 })};
  let seen = 0;
  pool.connect = async () => {
    const client = await open();
    if (watched.has(client)) return client;
    watched.add(client);
    const query = client.query.bind(client);
    client.query = (asked, ...rest) => {
      const text = typeof asked === 'string' ? asked : asked.text;
      if (text.includes(over) && ++seen === nth) process.kill(process.pid, 'SIGKILL');
      return query(asked, ...rest);
    };
    return client;
  };
  const admin = { checked: 'running', done: 'undoing' };
  while ((await say()) !== 'undone') {
    await workOnImports(depsAt(database, new Date('2027-06-07T09:00:00Z')));
    const next = admin[await say()];
    if (next) await pool.query('update imports set state = $1', [next]);
  }
  process.exit(0);`;

const people = 300;
/** Every woman twice, each time with a visit. */
const file = Buffer.from(
  [
    'name,phone,visit date',
    ...Array.from({ length: 2 * people }, (_, i) => {
      const her = i % people;
      return `Person ${her},0110000${1000 + her},${1 + (i % 28)}/${i < people ? 2 : 3}/2026`;
    }),
  ].join('\n'),
);

test('an import goes on where a process died over it, with nothing twice, and is taken back whole', async () => {
  const where = await place();
  const { pool, db, close } = await connect(where);
  if (!where.databaseUrl) await migrate(pool);
  const { location, service } = await makeClinic(db, { rooms: 2 });
  const { id: createdBy } = await makeUser(db, { role: 'admin' });
  const createdAt = new Date('2027-06-07T09:00:00Z');
  const id = await insertImport(db, { fileName: 'list.csv', bytes: file, createdBy, createdAt });
  await updateImport(db, id, { locationId: location.id, serviceId: service.id });
  await close();

  let left: Death['left'] = { state: 'reading', read: 0 };
  const seen = new Map<string, Standing>();
  for (const death of [...deaths, undefined]) {
    const child = startChild(working(where, death));
    expect([death, await child.ended]).toEqual([death, death ? null : 0]);
    const said = child.output().trimEnd().split('\n');
    const [first, ...others] = said.map((line): Standing => JSON.parse(line));
    expect(first).toMatchObject(left);
    for (const one of others) seen.set(one.state, one);
    if (death) left = death.left;
  }
  const rows = 2 * people;
  expect(seen.get('checked')).toMatchObject({ total: rows, read: rows, checked: rows, came: 0, people: 0 });
  expect(seen.get('done')).toMatchObject({ total: rows, read: rows, came: rows, people, visits: rows });
  expect(seen.get('undone')).toMatchObject({ came: 0, people: 0, visits: 0 });
}, 300_000);
