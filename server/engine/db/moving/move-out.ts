import { createHash } from 'node:crypto';
import type pg from 'pg';
import { historyTable, leftBehind, leftRows, movedColumns, pictureTable } from '#server/db/moved-columns.ts';
import { byteOrderMark } from '#shared/domain/csv.ts';
import type { Entry } from '../../files/zip.ts';
import { unhurried } from '../clinic-pool.ts';
import { headOf, numbersOf, plainSpelling, rowsOf } from '../dump.ts';
import { readShapes, selectLines, type TableShape } from '../table-shapes.ts';
import { columnsThatMoved, type FileSum, type Manifest, type MovedTable, manifestFile } from './manifest.ts';
import { csvHeading, csvRecord, jsonLine, valuesOf } from './open-rows.ts';

/** The moment that the files are of; a run that was cut off goes on with it. */
export interface Moment extends Omit<Manifest, 'files'> {
  /** What was committed then, as the database says it. */
  readonly snapshot: string;
  /** So many lines the history had, and so many people had been deleted. */
  readonly history: number;
  readonly deletions: number;
  /** The names of its pictures. */
  readonly pictures: readonly string[];
}

/** What a run that was cut off has finished. */
export interface Begun {
  readonly moment: Moment;
  readonly files: readonly FileSum[];
}

const linesAFile = 100_000;
const linesAtOnce = 2_000;
const changed = 'something was deleted while it was read: begin again';

/** The table and column names of what is decided about; what is not stops everything. */
function movedTable({ name, columns }: TableShape): MovedTable {
  const whole = leftBehind[name];
  if (whole !== undefined) return { columns, left: whole };
  const moved = new Set(movedColumns[name]?.split(' '));
  const left: Record<string, string> = {};
  for (const [column] of columns) {
    const why = leftBehind[`${name}.${column}`];
    if (why !== undefined) left[column] = why;
    else if (!moved.has(column)) throw new Error(`nothing says whether ${name}.${column} may leave`);
  }
  const rows = leftRows[name];
  return { columns, left, ...(rows && { leftRows: rows.why }) };
}

/**
 * Everything of the clinic in open files: a CSV a table, the history as lines of JSON, the pictures, and at
 * last the manifest. The tables are of one moment, read in one transaction; the history is read afterwards, a
 * little at a time, up to that moment, so that no long transaction holds up the site. Only a few rows are in
 * memory at once. The connection must be free of transactions.
 */
export class MovingOut {
  readonly #client: pg.ClientBase;
  readonly #sums: FileSum[];
  #moment: Moment | undefined;

  constructor(client: pg.ClientBase, begun?: Begun) {
    this.#client = client;
    this.#moment = begun?.moment;
    this.#sums = [...(begun?.files ?? [])];
  }

  /** Of which moment, once the first file is there; and which files are whole by now. */
  get moment(): Moment | undefined {
    return this.#moment;
  }
  get sums(): readonly FileSum[] {
    return this.#sums;
  }

  /** May a run that was cut off go on? Not where somebody was deleted since, or the schema changed. */
  static async mayGoOn(client: pg.ClientBase, { moment, files }: Begun): Promise<boolean> {
    const tables = Object.entries(moment.tables).filter(
      ([name, { left }]) => name !== historyTable && typeof left !== 'string',
    );
    if (!tables.every(([name]) => files.some(({ table }) => table === name))) return false;
    await client.query(`begin read only; ${unhurried}`);
    try {
      const { migrations } = await headOf(client);
      if (JSON.stringify(migrations) !== JSON.stringify(moment.migrations)) return false;
      if ((await deletionsIn(client)) !== moment.deletions) return false;
      return (await historyOf(client, moment.snapshot)) === moment.history;
    } finally {
      await client.query('rollback');
    }
  }

  /** Whoever asks for the next file has read this one to its end. */
  async *files(): AsyncGenerator<Entry> {
    const moment = this.#moment ?? (yield* this.#tables());
    yield* this.#history(moment);
    yield* this.#pictures(moment);
    const { snapshot: _, history: __, deletions: ___, pictures: ____, ...said } = moment;
    const manifest: Manifest = { ...said, files: this.#sums };
    yield { name: manifestFile, content: once(`${JSON.stringify(manifest, null, 1)}\n`) };
  }

  async *#tables(): AsyncGenerator<Entry, Moment> {
    const client = this.#client;
    let open = true;
    await client.query(`begin isolation level repeatable read; ${unhurried}; ${plainSpelling}`);
    try {
      const shapes = await readShapes(client);
      const { at, migrations } = await headOf(client);
      const snapshot = await textOf(client, 'select pg_current_snapshot()::text as text');
      const tables = Object.fromEntries(shapes.map((shape) => [shape.name, movedTable(shape)]));
      const [history, deletions] = [await historyOf(client, snapshot), await deletionsIn(client)];
      const numbers = await numbersOf(client, shapes);
      const moment: Moment = {
        hakima: 'clinic',
        format: 1,
        at,
        migrations,
        tables,
        numbers,
        snapshot,
        history,
        deletions,
        pictures: await picturesIn(client),
      };
      this.#moment = moment;
      for (const shape of shapes) {
        const table = moment.tables[shape.name];
        if (!table || typeof table.left === 'string' || shape.name === historyTable) continue;
        const columns = columnsThatMoved(table);
        const where = leftRows[shape.name]?.keeps;
        const select = selectLines(shape, { columns, ...(where && { where }) });
        yield this.#summed(`${shape.name}.csv`, { table: shape.name, rows: 0 }, (sum) =>
          asCsv(columns, rowsOf(client, select), sum),
        );
      }
      await client.query('commit');
      open = false;
      return moment;
    } finally {
      if (open) await client.query('rollback').catch(() => undefined);
    }
  }

  async *#history(moment: Moment): AsyncGenerator<Entry> {
    const table = moment.tables[historyTable];
    if (!table) return;
    const columns = columnsThatMoved(table);
    const parts = () => this.#sums.filter((sum) => sum.table === historyTable);
    const done = () => parts().reduce((sum, { rows = 0 }) => sum + rows, 0);
    while (parts().length === 0 || done() < moment.history) {
      const after = Math.max(0, ...parts().map(({ last = 0 }) => last));
      const before = done();
      const n = String(parts().length + 1).padStart(4, '0');
      yield this.#summed(`history/${historyTable}-${n}.jsonl`, { table: historyTable, rows: 0 }, (sum) =>
        this.#historyLines(columns, moment.snapshot, { after, sum }),
      );
      if (done() === before && before < moment.history) throw new Error(changed);
    }
    if (done() !== moment.history) throw new Error(changed);
  }

  async *#historyLines(
    columns: TableShape['columns'],
    snapshot: string,
    { after, sum }: { after: number; sum: { rows?: number; last?: number } },
  ): AsyncGenerator<string> {
    const shape = { name: historyTable, columns, order: 'id', sequence: null, ownKeys: [] };
    const where = 'id > $1 and pg_visible_in_snapshot(written_by, $2::pg_snapshot)';
    const select = `${selectLines(shape, { where })} limit $3`;
    let last = after;
    let lines = 0;
    while (lines < linesAFile) {
      const most = Math.min(linesAtOnce, linesAFile - lines);
      const found = await spelled(this.#client, select, [last, snapshot, most]);
      if (found.length === 0) break;
      const rows = found.map(valuesOf);
      lines += rows.length;
      last = Number(rows.at(-1)?.[0]);
      yield rows.map((values) => jsonLine(columns, values)).join('');
    }
    Object.assign(sum, { rows: lines, last });
  }

  async *#pictures({ pictures }: Moment): AsyncGenerator<Entry> {
    const done = new Set(this.#sums.map(({ file }) => file));
    for (const id of pictures) {
      const { rows } = await this.#client.query<{ mediaType: string; bytes: Buffer }>(
        `select media_type as "mediaType", bytes from ${pictureTable} where id = $1`,
        [id],
      );
      const [picture] = rows;
      if (!picture) throw new Error(changed);
      const name = pictureFile(id, picture.mediaType);
      if (!done.has(name)) yield this.#summed(name, {}, () => once(picture.bytes));
    }
  }

  /** A file that is summed up while it is read. */
  #summed(
    name: string,
    known: Partial<FileSum>,
    read: (sum: { rows?: number; last?: number }) => AsyncIterable<string | Buffer>,
  ): Entry {
    const sums = this.#sums;
    async function* chunks(): AsyncGenerator<string | Buffer> {
      const sum: { rows?: number; last?: number } = {};
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const chunk of read(sum)) {
        const packed = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        hash.update(packed);
        bytes += packed.length;
        yield packed;
      }
      sums.push({ file: name, ...known, ...sum, bytes, sha256: hash.digest('hex') });
    }
    return { name, content: chunks() };
  }
}

/** The name of a picture's file; its own name is the sum of its bytes. */
export const pictureFile = (id: string, mediaType: string): string =>
  `pictures/${id}.${mediaType.replace(/^image\//, '').replace(/[^a-z0-9]/g, '')}`;

async function* once<T>(chunk: T): AsyncGenerator<T> {
  yield chunk;
}

async function* asCsv(
  columns: TableShape['columns'],
  pages: AsyncIterable<readonly string[]>,
  sum: { rows?: number },
): AsyncGenerator<string> {
  yield byteOrderMark + csvHeading(columns);
  let rows = 0;
  for await (const lines of pages) {
    rows += lines.length;
    yield lines.map((line) => csvRecord(columns, valuesOf(line))).join('');
  }
  sum.rows = rows;
}

/** Lines in their one spelling, outside of any transaction. */
async function spelled(client: pg.ClientBase, select: string, values: unknown[]): Promise<string[]> {
  await client.query(`begin read only; ${unhurried}; ${plainSpelling}`);
  try {
    const { rows } = await client.query<{ line: string }>(select, values);
    return rows.map(({ line }) => line);
  } finally {
    await client.query('commit');
  }
}

async function textOf(client: pg.ClientBase, query: string, values: unknown[] = []): Promise<string> {
  return (await client.query<{ text: string }>(query, values)).rows[0]?.text ?? '';
}

const historyOf = async (client: pg.ClientBase, snapshot: string): Promise<number> =>
  Number(
    await textOf(
      client,
      `select count(*)::text as text from ${historyTable} where pg_visible_in_snapshot(written_by, $1::pg_snapshot)`,
      [snapshot],
    ),
  );

const picturesIn = async (client: pg.ClientBase): Promise<string[]> =>
  (await client.query<{ id: string }>(`select id from ${pictureTable} order by id collate "C"`)).rows.map(
    ({ id }) => id,
  );

const deletionsIn = async (client: pg.ClientBase): Promise<number> =>
  Number(await textOf(client, 'select count(*)::text as text from deletions'));
