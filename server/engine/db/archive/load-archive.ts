import type pg from 'pg';
import { type Migration, ownMigrations } from '#server/db/own-migrations.ts';
import { ConsoleError } from '../../console-error.ts';
import { withoutTimeouts } from '../clinic-pool.ts';
import { applyMigrations, migrationLock } from '../migrate.ts';
import { quoted, readShapes, type TableShape } from '../table-shapes.ts';
import { pgErrorCode } from '../transaction.ts';
import { pictureFile, pictureTable, type TableEntry } from './manifest.ts';
import type { Archive } from './read-archive.ts';
import { textFormatSettings } from './write-archive.ts';

export interface LoadSummary {
  readonly at: string;
  readonly tables: number;
  readonly rows: number;
}

export interface LoadOptions {
  /** Deletes the existing data. Without this option, a database with rows is refused. */
  readonly replace?: boolean;
  /** Error message for the operator if the database already has rows. */
  readonly notEmpty?: ConsoleError;
  /** Tables and columns that must not be in the archive. */
  readonly forbidden?: Readonly<Record<string, string>>;
  /** SQL values of columns that are not in the archive and have no default, as `table.column`. */
  readonly missingValues?: Readonly<Record<string, string>>;
  readonly migrations?: readonly Migration[];
  /** Completes the data in the same transaction and on the same client. */
  readonly after?: () => Promise<void>;
}

const rowsAtOnce = 1_000;
const charactersAtOnce = 1_000_000;
/** Data that PostgreSQL cannot read, or that breaks a constraint. */
const badData = /^2[23]/;

/**
 * Fills a database from an archive: creates the schema that the archive was made from, loads the rows and
 * applies newer migrations, all in one transaction. After an error or a crash nothing has changed.
 */
export async function loadArchive(
  client: pg.ClientBase,
  archive: Archive,
  options: LoadOptions = {},
): Promise<LoadSummary> {
  await client.query(`begin; ${withoutTimeouts}; ${textFormatSettings}`);
  try {
    await client.query(`select pg_advisory_xact_lock(${migrationLock})`);
    await dropClinicTables(client, options);
    await new ArchiveLoader(client, archive, options).run();
    await options.after?.();
    // Inside the transaction, because it has no statement timeout.
    await client.query('analyze');
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
  const tables = Object.values(archive.manifest.tables);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return { at: archive.manifest.createdAt, tables: tables.length, rows };
}

/** Drops our tables and functions; objects of extensions stay. */
async function dropClinicTables(client: pg.ClientBase, { replace, notEmpty }: LoadOptions): Promise<void> {
  const shapes = await readShapes(client);
  const { rowCount: migrated } = await client.query(
    "select from pg_tables where schemaname = 'public' and tablename = 'migrations'",
  );
  if (shapes.length > 0 && !migrated) throw new ConsoleError('console.foreign');
  for (const { name } of replace ? [] : shapes) {
    const { rowCount } = await client.query(`select from ${quoted(name)} limit 1`);
    if (rowCount) throw notEmpty ?? new ConsoleError('console.notEmpty');
  }
  const names = [...shapes.map(({ name }) => quoted(name)), ...(migrated ? ['migrations'] : [])];
  // Functions that return rows of a table depend on the table, and tables depend on the other functions.
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

/**
 * Foreign keys, exclusion constraints and indexes except those of keys, with the statements that drop and
 * create them. Creating them after all rows is faster, and makes the order of tables irrelevant.
 */
const dependents = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
  from pg_constraint where connamespace = 'public'::regnamespace and contype in ('f', 'x')
  union all
  select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  from pg_index i join pg_class c on c.oid = i.indrelid
  where c.relnamespace = 'public'::regnamespace
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`;

class ArchiveLoader {
  readonly #client: pg.ClientBase;
  readonly #archive: Archive;
  readonly #options: LoadOptions;

  constructor(client: pg.ClientBase, archive: Archive, options: LoadOptions) {
    this.#client = client;
    this.#archive = archive;
    this.#options = options;
  }

  async run(): Promise<void> {
    const { migrations = ownMigrations() } = this.#options;
    const { manifest } = this.#archive;
    const unknown = manifest.migrations.filter((name) => !migrations.some((own) => own.name === name));
    if (unknown.length > 0) throw new ConsoleError('console.newerVersion', { names: unknown.join(', ') });
    await applyMigrations(
      this.#client,
      migrations.filter(({ name }) => manifest.migrations.includes(name)),
    );
    const shapes = await readShapes(this.#client);
    this.#refuseOthers(shapes);
    const { rows } = await this.#client.query<{ drop: string; make: string }>(dependents);
    for (const { drop } of rows) await this.#client.query(drop);
    for (const shape of shapes) {
      const table = manifest.tables[shape.name];
      if (table) await this.#fill(shape, table);
    }
    for (const { make } of rows.toReversed()) await this.#client.query(make);
    await applyMigrations(this.#client, migrations);
  }

  /** The manifest must list exactly the tables and columns of the schema that the archive was made from. */
  #refuseOthers(shapes: readonly TableShape[]): void {
    const { tables, leftOutTables } = this.#archive.manifest;
    const told = [...Object.keys(tables), ...Object.keys(leftOutTables)].toSorted();
    const { forbidden = {} } = this.#options;
    if (
      told.join() !==
      shapes
        .map(({ name }) => name)
        .toSorted()
        .join()
    )
      throw this.#archive.damaged('manifest.json');
    for (const { name, columns } of shapes) {
      const table = tables[name];
      if (!table) continue;
      const isTold = columns.every(
        ([column, type]) => table.columns[column] === type || (table.leftOut && column in table.leftOut),
      );
      const isForbidden =
        name in forbidden || Object.keys(table.columns).some((column) => `${name}.${column}` in forbidden);
      const isKnown = Object.keys(table.columns).every((column) => columns.some(([own]) => own === column));
      if (!isTold || !isKnown || isForbidden) throw this.#archive.damaged(table.file);
    }
  }

  async #fill(shape: TableShape, table: TableEntry): Promise<void> {
    const name = quoted(shape.name);
    const insert = this.#insertInto(shape, table);
    let rows = 0;
    await this.#client.query(`alter table ${name} disable trigger user`);
    try {
      for await (const batch of batchLines(this.#lines(shape.name, table)))
        rows += (await this.#client.query(insert, [`[${batch.join(',')}]`])).rowCount ?? 0;
    } catch (error) {
      if (badData.test(pgErrorCode(error) ?? '')) throw this.#archive.damaged(table.file);
      throw error;
    }
    if (rows !== table.rows) throw this.#archive.damaged(table.file);
    await this.#client.query(`alter table ${name} enable trigger user`);
    if (shape.sequence && table.lastNumber !== undefined)
      await this.#client.query('select setval($1::regclass, $2)', [shape.sequence, table.lastNumber]);
  }

  #lines(name: string, { file }: TableEntry): AsyncIterable<string> {
    const lines = this.#archive.lines(file);
    return name === pictureTable ? addPictureBytes(lines, this.#archive) : lines;
  }

  /** A statement that inserts rows from an array of JSON. Columns that are not in the archive get defaults. */
  #insertInto({ name, columns }: TableShape, table: TableEntry): string {
    const values = new Map<string, string>();
    for (const [column, type] of columns) {
      const missing = this.#options.missingValues?.[`${name}.${column}`];
      const isPicture = name === pictureTable && column === 'bytes';
      if (column in table.columns || isPicture) values.set(quoted(column), columnFromJson(column, type));
      else if (missing) values.set(quoted(column), missing);
    }
    return `insert into ${quoted(name)} (${[...values.keys()].join(', ')}) overriding system value
      select ${[...values.values()].join(', ')} from jsonb_array_elements($1::jsonb) as line`;
  }
}

/** The value of a column in `line`, a row as a JSON object. */
function columnFromJson(column: string, type: string): string {
  const key = `'${column.replaceAll("'", "''")}'`;
  if (/^jsonb?$/.test(type)) return `(line->${key})::${type}`;
  if (!type.endsWith('[]')) return `(line->>${key})::${type}`;
  return `case when line ? ${key} then array(select jsonb_array_elements_text(line->${key}))::${type} end`;
}

async function* batchLines(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  let characters = 0;
  for await (const line of lines) {
    batch.push(line);
    characters += line.length;
    if (batch.length < rowsAtOnce && characters < charactersAtOnce) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Rows of pictures together with their bytes, which are files of their own in the archive. */
async function* addPictureBytes(lines: AsyncIterable<string>, archive: Archive): AsyncGenerator<string> {
  for await (const line of lines) {
    const { id, media_type: mediaType } = JSON.parse(line) as { id: string; media_type: string };
    const bytes = await archive.picture(pictureFile(id, mediaType));
    yield `${line.slice(0, -1)},"bytes":"\\\\x${bytes.toString('hex')}"}`;
  }
}
