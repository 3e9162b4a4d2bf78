import { createHash, type Hash } from 'node:crypto';
import type pg from 'pg';
import { unhurried } from './clinic-pool.ts';
import { readShapes, selectLines, type TableShape } from './table-shapes.ts';

/**
 * Lines of a dump, some at a time. Objects are marks, arrays are rows: each value as the database writes it,
 * or null.
 */
export type Lines = AsyncIterable<readonly string[]>;

export interface DumpHead {
  readonly hakima: 'backup';
  readonly format: 1;
  readonly at: string;
  readonly migrations: readonly string[];
}
export interface TableHead {
  readonly table: string;
  readonly columns: TableShape['columns'];
}
export interface TableEnd {
  readonly rows: number;
  readonly sha256: string;
}
export interface DumpEnd {
  readonly end: true;
  /** The last number each table has given out: one that was deleted must not come back to somebody else. */
  readonly numbers: Readonly<Record<string, number>>;
}

const aboutBytes = 1_000_000;
const mostRows = 2_000;
const firstRows = 8; // pictures are large

/** One spelling of every value, whatever engine, server or time zone it comes from. */
export const plainSpelling = [
  "set local timezone = 'UTC'",
  "set local datestyle = 'ISO'",
  "set local intervalstyle = 'postgres'",
  "set local bytea_output = 'hex'",
  'set local extra_float_digits = 1',
].join('; ');

/**
 * Every row of every table as of one moment, parents before children, while people go on working. The
 * connection must be free of transactions.
 */
export async function* dump(client: pg.ClientBase): AsyncGenerator<readonly string[]> {
  await client.query(`begin isolation level repeatable read read only; ${unhurried}; ${plainSpelling}`);
  try {
    const shapes = await readShapes(client);
    yield [JSON.stringify(await headOf(client))];
    for (const shape of shapes) {
      yield [JSON.stringify({ table: shape.name, columns: shape.columns } satisfies TableHead)];
      const tally = new Tally();
      for await (const rows of rowsOf(client, selectLines(shape))) {
        tally.add(rows);
        yield rows;
      }
      yield [JSON.stringify(tally.end())];
    }
    yield [JSON.stringify({ end: true, numbers: await numbersOf(client, shapes) } satisfies DumpEnd)];
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Of which schema a dump is, and of when. */
export async function headOf(client: pg.ClientBase): Promise<DumpHead> {
  const { rows } = await client.query<{ name: string }>(
    'select name from migrations order by name collate "C"',
  );
  const [now] = (
    await client.query<{ at: string }>('select to_char(now(), \'YYYY-MM-DD"T"HH24:MI:SS"Z"\') as at')
  ).rows;
  return { hakima: 'backup', format: 1, at: now?.at ?? '', migrations: rows.map(({ name }) => name) };
}

/** The lines of a table (`selectLines`), some at a time. Inside a transaction with `plainSpelling`. */
export async function* rowsOf(client: pg.ClientBase, select: string): AsyncGenerator<readonly string[]> {
  await client.query(`declare dumped no scroll cursor for ${select}`);
  for (let count = firstRows; ; ) {
    const { rows } = await client.query<{ line: string }>(`fetch ${count} from dumped`);
    if (rows.length === 0) break;
    const lines = rows.map(({ line }) => line);
    yield lines;
    const average = lines.reduce((sum, line) => sum + line.length, 0) / lines.length;
    count = Math.max(firstRows, Math.min(mostRows, Math.floor(aboutBytes / average)));
  }
  await client.query('close dumped');
}

/** The last number that each table has given out. Inside a transaction. */
export async function numbersOf(
  client: pg.ClientBase,
  shapes: readonly TableShape[],
): Promise<Record<string, number>> {
  const numbers: Record<string, number> = {};
  for (const { name, sequence } of shapes) {
    if (!sequence) continue;
    const { rows } = await client.query<{ last: number }>(
      `select last_value as last from ${sequence} where is_called`,
    );
    if (rows[0]) numbers[name] = rows[0].last;
  }
  return numbers;
}

/** Counts lines and sums them up. */
export class Tally {
  #rows = 0;
  readonly #hash: Hash = createHash('sha256');

  add(lines: readonly string[]): void {
    this.#rows += lines.length;
    for (const line of lines) this.#hash.update(`${line}\n`);
  }

  end(): TableEnd {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}
