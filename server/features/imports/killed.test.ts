import { beforeAll, beforeEach, expect, test } from 'vitest';
import { imports } from '#server/db/schema/tasks.ts';
import { connect } from '#server/engine/db/connect.ts';
import { startChild } from '#server/testing/child-process.ts';
import { findDatabaseUrl } from '#server/testing/databases/test-databases.ts';
import { makeClinic, makeUser } from '#server/testing/factories.ts';
import { emptyDatabase, testDatabase } from '#server/testing/test-database.ts';
import { insertImport, updateImport } from './queries.ts';

/** The database that survives the killed processes. */
async function place(): Promise<{ dataDir: string; databaseUrl: string }> {
  const database = await testDatabase();
  await emptyDatabase(database);
  return { dataDir: '', databaseUrl: await findDatabaseUrl(database) };
}

const stands = `select state, refusal, total, bytes is null as thrown,
  (select count(*)::int from import_rows) as read,
  (select count(*)::int from import_rows where verdict is not null) as checked,
  (select count(*)::int from import_rows where outcome = 'in') as came,
  (select count(*)::int from users where role = 'patient' and erased_at is null) as people,
  (select count(*)::int from appointments) as visits from imports`;

interface Standing {
  readonly state: string;
  readonly refusal: string | null;
  readonly thrown: boolean;
  readonly total: number;
  readonly read: number;
  readonly checked: number;
  readonly came: number;
  readonly people: number;
  readonly visits: number;
}

interface Death {
  /** Text of the statement during which the process is killed. */
  readonly over: string;
  readonly nth: number;
  /** The state that the next process finds. */
  readonly left: Partial<Standing>;
}

const became = 'update import_rows r set outcome';
const verdict = 'update import_rows r set verdict = c.verdict';
const reading = { over: 'insert into import_rows', nth: 2, left: { state: 'reading', read: 249 } };
const checking = { over: verdict, nth: 2, left: { state: 'checking', read: 600, checked: 250 } };
const running = { over: became, nth: 3, left: { state: 'running', came: 200, people: 200, visits: 200 } };
// The first four of these statements belong to the import, not to its undo.
const undoing = { over: became, nth: 6, left: { state: 'undoing', came: 350, people: 300, visits: 350 } };
/** Each kill is inside a transaction that follows committed transactions of the same step. */
const deaths: readonly Death[] = [reading, checking, running, undoing];

/**
 * Program of a process that works on the import like a server. It prints the state at the start and after
 * each step, and kills itself during the given statement.
 */
const working = (where: object, death: Omit<Death, 'left'> | undefined): string => `
  import { connect } from '#server/engine/db/connect.ts';
  import { depsAt } from '#server/testing/reminding.ts';
  import { workOnImports } from '#server/features/imports/import-task-actions.ts';
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
  while (!['undone', 'refused'].includes(await say())) {
    await workOnImports(depsAt(database, new Date('2027-06-07T09:00:00Z')));
    const next = admin[await say()];
    if (next) await pool.query('update imports set state = $1', [next]);
  }
  process.exit(0);`;

const people = 300;
/** Every patient twice, each time with an appointment. */
const file = Buffer.from(
  [
    'name,phone,visit date',
    ...Array.from({ length: 2 * people }, (_, i) => {
      const her = i % people;
      return `Person ${her},0110000${1000 + her},${1 + (i % 28)}/${i < people ? 2 : 3}/2026`;
    }),
  ].join('\n'),
);

let where: Awaited<ReturnType<typeof place>>;
let asked: { createdBy: number; locationId: number; serviceId: number };
beforeAll(async () => {
  where = await place();
  const { db, close } = await connect(where);
  const { location, service } = await makeClinic(db, { rooms: 2 });
  const { id } = await makeUser(db, { role: 'admin' });
  asked = { createdBy: id, locationId: location.id, serviceId: service.id };
  await close();
}, 120_000);

/** Uploads the file; no other import exists. */
beforeEach(async () => {
  const { db, close } = await connect(where);
  const { createdBy, ...defaults } = asked;
  const createdAt = new Date('2027-06-07T09:00:00Z');
  await db.delete(imports);
  const id = await insertImport(db, { fileName: 'list.csv', bytes: file, createdBy, createdAt });
  await updateImport(db, id, defaults);
  await close();
}, 120_000);

/** Runs the process and returns the states that it printed; with `death` it is killed on the way. */
async function lived(death?: Omit<Death, 'left'>): Promise<Standing[]> {
  const child = await startChild(working(where, death));
  expect([death, await child.ended]).toEqual([death, death ? null : 0]);
  return child
    .output()
    .trimEnd()
    .split('\n')
    .map((line): Standing => JSON.parse(line));
}

const rows = 2 * people;
const whole = { total: rows, read: rows };
const nothing = { came: 0, people: 0, visits: 0 };

test('an import continues after each kill without duplicates, and is undone completely', async () => {
  let left: Death['left'] = { state: 'reading', read: 0 };
  const seen = new Map<string, Standing>();
  for (const death of [...deaths, undefined]) {
    const [first, ...others] = await lived(death);
    expect(first).toMatchObject(left);
    for (const one of others) seen.set(one.state, one);
    if (death) left = death.left;
  }
  expect(seen.get('checked')).toMatchObject({ ...whole, checked: rows, ...nothing });
  expect(seen.get('done')).toMatchObject({ ...whole, came: rows, people, visits: rows });
  expect(seen.get('undone')).toMatchObject({ ...nothing, refusal: null });
}, 300_000);

/** Sets the number of processes that died during the import. */
async function died(attempts: number): Promise<void> {
  const { db, close } = await connect(where);
  await db.update(imports).set({ attempts });
  await close();
}
const givenUp = { state: 'undone', refusal: 'server_stopped', thrown: true, ...nothing };

test('after three processes die while reading a file it is rejected and discarded', async () => {
  for (let n = 0; n < 3; n++)
    expect((await lived({ over: reading.over, nth: 1 }))[0]).toMatchObject({ state: 'reading', read: 0 });
  expect((await lived()).at(-1)).toMatchObject({ ...givenUp, state: 'refused', total: 0, read: 0 });
}, 300_000);

test('after three attempts without progress the import is undone permanently', async () => {
  await lived(running);
  await died(2);
  expect((await lived({ over: became, nth: 1 }))[0]).toMatchObject(running.left);
  const [first, ...others] = await lived();
  expect(first).toMatchObject(running.left);
  expect(others.at(-1)).toMatchObject(givenUp);
}, 300_000);

test('after three processes die during the undo the rest stays and can be undone again', async () => {
  const left = { state: 'undoing', came: rows, people, visits: rows };
  await lived({ over: became, nth: 7 });
  await died(2);
  expect((await lived({ over: became, nth: 1 }))[0]).toMatchObject(left);
  const said = await lived();
  expect(said[1]).toMatchObject({ ...left, state: 'done', refusal: 'undo_stopped' });
  expect(said.at(-1)).toMatchObject({ state: 'undone', ...nothing });
}, 300_000);
