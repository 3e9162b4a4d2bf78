import type pg from 'pg';
import { ownMigrations } from '#server/db/own-migrations.ts';
import { unhurried } from './clinic-pool.ts';
import {
  type DumpEnd,
  type DumpHead,
  type Lines,
  plainSpelling,
  rowsOf,
  type TableEnd,
  type TableHead,
  Tally,
} from './dump.ts';
import { applyMigrations, type Migration, migrationLock } from './migrate.ts';
import { Told } from './moving/told.ts';
import { quoted, readShapes, selectLines, type TableShape } from './table-shapes.ts';
import { pgErrorCode } from './transaction.ts';

export interface Loaded {
  readonly at: string;
  readonly tables: number;
  readonly rows: number;
}

export interface LoadOptions {
  /** Throw away what the database holds. Without it a database with rows in it is refused. */
  replace?: boolean;
  migrations?: readonly Migration[];
  /** What is said of a database with rows in it. */
  notEmpty?: string;
  /** What is reckoned from the rows once they stand there, by the same client in the same transaction. */
  after?: () => Promise<void>;
}

const sayReplace = 'the database is not empty: choose another, or say --replace to throw away what it holds';

type Mark = Partial<DumpHead & TableHead & TableEnd & DumpEnd>;
const dataException = '22';
const damaged = (why: string): Error => new Told(['console.damaged', { why }]);

/**
 * Fills a database from a dump: the schema the dump was made of, its rows, a comparison of what then stands
 * there with what was dumped, and the migrations since. All in one transaction: refused, damaged or killed
 * half-way, nothing has changed.
 */
export async function load(
  client: pg.ClientBase,
  lines: Lines,
  { replace = false, migrations = ownMigrations(), notEmpty = sayReplace, after }: LoadOptions = {},
): Promise<Loaded> {
  await client.query(`begin; ${unhurried}; ${plainSpelling}`);
  try {
    await client.query(`select pg_advisory_xact_lock(${migrationLock})`);
    await makeRoom(client, replace, notEmpty);
    const loaded = await new Loading(client, migrations).run(lines);
    await after?.();
    // Within, or it would have the few seconds of any statement.
    await client.query('analyze');
    await client.query('commit');
    return loaded;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Takes away tables and functions of ours, full or empty; what extensions brought stays. */
async function makeRoom(client: pg.ClientBase, replace: boolean, notEmpty: string): Promise<void> {
  const shapes = await readShapes(client);
  const { rowCount: migrated } = await client.query(
    "select from pg_tables where schemaname = 'public' and tablename = 'migrations'",
  );
  if (shapes.length > 0 && !migrated) throw new Told(['console.foreign']);
  for (const { name } of replace ? [] : shapes) {
    const { rowCount } = await client.query(`select from ${quoted(name)} limit 1`);
    if (rowCount) throw new Error(notEmpty);
  }
  const names = [...shapes.map(({ name }) => quoted(name)), ...(migrated ? ['migrations'] : [])];
  // What gives out rows of a table stands on it, and tables on the other functions.
  await dropFunctions(client, 'of rows');
  if (names.length > 0) await client.query(`drop table ${names.join(', ')}`);
  await dropFunctions(client, 'others');
}

async function dropFunctions(client: pg.ClientBase, which: 'of rows' | 'others'): Promise<void> {
  const { rows } = await client.query<{ signature: string }>(
    `select p.oid::regprocedure::text as signature from pg_proc p
      where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d
        where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      and exists (select from pg_class t where t.reltype = p.prorettype) = $1`,
    [which === 'of rows'],
  );
  for (const { signature } of rows) await client.query(`drop function ${signature}`);
}

class Loading {
  readonly #client: pg.ClientBase;
  readonly #migrations: readonly Migration[];
  readonly #ends = new Map<string, TableEnd>();
  #shapes = new Map<string, TableShape>();
  #head: DumpHead | undefined;
  #table: TableShape | undefined;
  #tally = new Tally();
  #numbers: DumpEnd['numbers'] | undefined;

  constructor(client: pg.ClientBase, migrations: readonly Migration[]) {
    this.#client = client;
    this.#migrations = migrations;
  }

  async run(lines: Lines): Promise<Loaded> {
    for await (const some of lines) {
      if (some.length > 0 && some.every((line) => line.startsWith('['))) await this.#insert(some);
      else
        for (const line of some)
          await (line.startsWith('[') ? this.#insert([line]) : this.#mark(markIn(line)));
    }
    if (!this.#head || !this.#numbers) throw damaged('its end is missing');
    await this.#finish(this.#numbers);
    const rows = [...this.#ends.values()].reduce((sum, end) => sum + end.rows, 0);
    return { at: this.#head.at, tables: this.#ends.size, rows };
  }

  async #mark(mark: Mark): Promise<void> {
    if (mark.hakima) await this.#begin(mark as DumpHead);
    else if (!this.#head) throw damaged('its head is missing');
    else if (mark.table !== undefined) this.#open(mark as TableHead);
    else if (mark.sha256 !== undefined) this.#close(mark as TableEnd);
    else if (mark.end) this.#numbers = mark.numbers;
  }

  /**
   * Makes the very schema that was dumped, and lets rows in as they are: no triggers, no order within a
   * table.
   */
  async #begin(head: DumpHead): Promise<void> {
    if (head.format !== 1)
      throw new Error('the backup was made by another version of Hakima: restore it with that version');
    const unknown = head.migrations.filter(
      (name) => !this.#migrations.some((migration) => migration.name === name),
    );
    if (unknown.length > 0)
      throw new Error(
        `the backup was made by a newer version of Hakima (${unknown.join(', ')}): restore it with that version`,
      );
    this.#head = head;
    await applyMigrations(
      this.#client,
      this.#migrations.filter(({ name }) => head.migrations.includes(name)),
    );
    for (const shape of await readShapes(this.#client)) this.#shapes.set(shape.name, shape);
    await this.#alter('disable trigger user', 'deferrable initially deferred');
  }

  #open({ table, columns }: TableHead): void {
    const shape = this.#shapes.get(table);
    if (!shape || JSON.stringify(shape.columns) !== JSON.stringify(columns))
      throw damaged(`the table ${table} has another shape`);
    this.#table = shape;
    this.#tally = new Tally();
  }

  async #insert(lines: readonly string[]): Promise<void> {
    if (!this.#table) throw damaged('rows without a table');
    const { name, columns } = this.#table;
    this.#tally.add(lines);
    const into = columns.map(([column]) => quoted(column)).join(', ');
    const values = columns.map(([, type], at) => `(line->>${at})::${type}`).join(', ');
    const insert = `insert into ${quoted(name)} (${into}) overriding system value select ${values} from jsonb_array_elements($1::jsonb) as line`;
    try {
      await this.#client.query(insert, [`[${lines.join(',')}]`]);
    } catch (error) {
      if (pgErrorCode(error)?.startsWith(dataException)) throw damaged(`a row of ${name} cannot be read`);
      throw error;
    }
  }

  #close(end: TableEnd): void {
    if (!this.#table) throw damaged('an end without a table');
    if (JSON.stringify(this.#tally.end()) !== JSON.stringify({ rows: end.rows, sha256: end.sha256 }))
      throw damaged(`the rows of ${this.#table.name} are not those that were dumped`);
    this.#ends.set(this.#table.name, end);
    this.#table = undefined;
  }

  async #finish(numbers: DumpEnd['numbers']): Promise<void> {
    await this.#client.query('set constraints all immediate');
    await this.#alter('enable trigger user', 'not deferrable');
    for (const shape of this.#shapes.values()) {
      const last = numbers[shape.name];
      if (shape.sequence && last !== undefined)
        await this.#client.query('select setval($1::regclass, $2)', [shape.sequence, last]);
      await this.#compare(shape);
    }
    await applyMigrations(
      this.#client,
      this.#migrations.filter(({ name }) => !this.#head?.migrations.includes(name)),
    );
  }

  /** What stands in the table now, read again, against what was dumped. */
  async #compare(shape: TableShape): Promise<void> {
    const end = this.#ends.get(shape.name);
    if (!end) throw damaged(`the table ${shape.name} is missing`);
    const tally = new Tally();
    for await (const rows of rowsOf(this.#client, selectLines(shape))) tally.add(rows);
    const found = tally.end();
    if (found.rows !== end.rows || found.sha256 !== end.sha256)
      throw new Error(
        `the table ${shape.name} does not hold what was dumped: ${found.rows} rows of ${end.rows}`,
      );
  }

  async #alter(triggers: string, ownKeys: string): Promise<void> {
    for (const shape of this.#shapes.values()) {
      const changes = [triggers, ...shape.ownKeys.map((key) => `alter constraint ${key} ${ownKeys}`)];
      for (const change of changes) await this.#client.query(`alter table ${quoted(shape.name)} ${change}`);
    }
  }
}

function markIn(line: string): Mark {
  try {
    return JSON.parse(line) as Mark;
  } catch {
    throw damaged('a line of it cannot be read');
  }
}
