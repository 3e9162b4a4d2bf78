import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { ArchiveContents } from '#server/db/archive-contents.ts';
import { byteOrderMark, csvLine } from '#shared/domain/csv.ts';
import { type Entry, zip } from '../../files/zip.ts';
import { withoutTimeouts } from '../clinic-pool.ts';
import { quoted, readShapes, type TableShape } from '../table-shapes.ts';
import { type Manifest, manifestFile, pictureFile, pictureTable, type TableEntry } from './manifest.ts';

/** Settings for one fixed text form of every value, whatever the server's own settings are. */
export const textFormatSettings = [
  "set local timezone = 'UTC'",
  "set local datestyle = 'ISO'",
  "set local intervalstyle = 'postgres'",
  "set local bytea_output = 'hex'",
  'set local extra_float_digits = 1',
].join('; ');

const rowsAtOnce = 500;

type Columns = TableShape['columns'];

/** A row as a JSON object without the columns that are NULL. (A JSON `null` is a value of `jsonb`.) */
const jsonRow = (columns: Columns): string =>
  `'{' || array_to_string(array[${columns
    .map(([name]) => `'${JSON.stringify(name)}:' || to_json(${quoted(name)})::text`)
    .join(', ')}], ',') || '}'`;

const textRow = (columns: Columns): string =>
  `json_build_array(${columns.map(([name]) => `${quoted(name)}::text`).join(', ')})::text`;

/** Reads rows in the order of the primary key. Rows with binary values are read one by one: they are large. */
async function* readRows(
  client: pg.ClientBase,
  { name, order, columns }: TableShape,
  { row, where = 'true' }: { row: string; where?: string | undefined },
): AsyncGenerator<string[]> {
  const count = columns.some(([, type]) => type === 'bytea') ? 1 : rowsAtOnce;
  await client.query(
    `declare archived no scroll cursor for select ${row} as row from ${quoted(name)} where ${where} order by ${order}`,
  );
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${count} from archived`);
    if (rows.length === 0) break;
    yield rows.map(({ row: text }) => text);
  }
  await client.query('close archived');
}

/** Last number from each table's sequence. */
async function readSequenceValue(
  client: pg.ClientBase,
  { sequence }: TableShape,
): Promise<number | undefined> {
  if (!sequence) return undefined;
  const { rows } = await client.query<{ last: number }>(
    `select last_value as last from ${sequence} where is_called`,
  );
  return rows[0]?.last;
}

async function newManifest(client: pg.ClientBase, kind: Manifest['kind']): Promise<Manifest> {
  const { rows } = await client.query<{ at: string; migrations: string[] }>(
    `select to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
      array(select name from migrations order by name collate "C") as migrations`,
  );
  const [{ at, migrations } = { at: '', migrations: [] }] = rows;
  return {
    format: 'hakima-archive',
    version: 1,
    kind,
    createdAt: at,
    migrations,
    tables: {},
    leftOutTables: {},
    pictures: {},
  };
}

/** Writes the files of an archive, one after the other, and describes them in a manifest. */
class ArchiveWriter {
  readonly #client: pg.ClientBase;
  readonly #contents: ArchiveContents;

  constructor(client: pg.ClientBase, contents: ArchiveContents) {
    this.#client = client;
    this.#contents = contents;
  }

  async *files(filled?: (manifest: Manifest) => void): AsyncGenerator<Entry> {
    const manifest = await newManifest(this.#client, this.#contents.kind);
    for (const shape of await readShapes(this.#client)) {
      const reason = this.#contents.leftOut[shape.name];
      if (reason === undefined) yield* this.#table(shape, manifest);
      else manifest.leftOutTables[shape.name] = reason;
    }
    if (!(pictureTable in manifest.leftOutTables)) yield* this.#pictures(manifest);
    filled?.(manifest);
    yield { name: manifestFile, content: [`${JSON.stringify(manifest, null, 1)}\n`] };
  }

  /** Which columns of a table are in the archive, and why the others are not. */
  #columnsOf({ name: table, columns }: TableShape): { kept: Columns; leftOut: Record<string, string> } {
    const allowed = this.#contents.columns && new Set(this.#contents.columns[table]?.split(' '));
    const leftOut: Record<string, string> = {};
    const kept = columns.filter(([column]) => {
      const reason = this.#contents.leftOut[`${table}.${column}`];
      if (reason !== undefined) leftOut[column] = reason;
      else if (allowed && !allowed.has(column))
        throw new Error(`no rule says whether ${table}.${column} may leave this server`);
      return reason === undefined;
    });
    return { kept, leftOut };
  }

  async *#table(shape: TableShape, manifest: Manifest): AsyncGenerator<Entry> {
    const { kept, leftOut } = this.#columnsOf(shape);
    const part = { ...shape, columns: kept };
    const rule = this.#contents.rows[shape.name];
    const read = (row: string) => readRows(this.#client, part, { row, where: rule?.keeps });
    const file = `tables/${shape.name}.jsonl`;
    let count = 0;
    async function* lines(): AsyncGenerator<string> {
      for await (const rows of read(jsonRow(kept))) {
        count += rows.length;
        yield `${rows.join('\n')}\n`;
      }
    }
    const lastNumber = await readSequenceValue(this.#client, shape);
    yield {
      name: file,
      content: measureChunks(lines(), (sum) => {
        manifest.tables[shape.name] = {
          file,
          rows: count,
          ...sum,
          columns: Object.fromEntries(kept),
          ...(lastNumber !== undefined && { lastNumber }),
          ...(Object.keys(leftOut).length > 0 && { leftOut }),
          ...(rule && { leftOutRows: rule.why }),
        } satisfies TableEntry;
      }),
    };
    if (this.#contents.inCsv(shape.name))
      yield { name: `csv/${shape.name}.csv`, content: csvLines(kept, read(textRow(kept))) };
  }

  async *#pictures(manifest: Manifest): AsyncGenerator<Entry> {
    const ids = await this.#client.query<{ id: string; mediaType: string }>(
      `select id, media_type as "mediaType" from ${pictureTable} order by id collate "C"`,
    );
    for (const { id, mediaType } of ids.rows) {
      const name = pictureFile(id, mediaType);
      const { rows } = await this.#client.query<{ bytes: Buffer }>(
        `select bytes from ${pictureTable} where id = $1`,
        [id],
      );
      const content = rows.map(({ bytes }) => bytes);
      yield { name, content: measureChunks(content, (sum) => (manifest.pictures[name] = sum)) };
    }
  }
}

/** Passes chunks on; when they have all been read, `done` gets their size and checksum. */
async function* measureChunks(
  chunks: AsyncIterable<string> | Iterable<Buffer>,
  done: (sum: { bytes: number; sha256: string }) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    hash.update(bytes);
    size += bytes.length;
    yield bytes;
  }
  done({ bytes: size, sha256: hash.digest('hex') });
}

async function* csvLines(columns: Columns, pages: AsyncIterable<string[]>): AsyncGenerator<string> {
  const isNumber = columns.map(([, type]) => /^(smallint|integer|bigint|double precision)$/.test(type));
  yield byteOrderMark + csvLine(columns.map(([name]) => name));
  for await (const rows of pages)
    yield rows
      .map((row) => {
        const values = JSON.parse(row) as (string | null)[];
        return csvLine(values.map((value, at) => (isNumber[at] && value !== null ? Number(value) : value)));
      })
      .join('');
}

/**
 * Streams the clinic as a zip archive: a snapshot of one moment, without blocking other users. Only a few
 * hundred rows are in memory at a time. The connection must not be in a transaction.
 */
export async function* writeArchive(
  client: pg.ClientBase,
  contents: ArchiveContents,
): AsyncGenerator<Buffer> {
  await client.query(
    `begin isolation level repeatable read read only; ${withoutTimeouts}; ${textFormatSettings}`,
  );
  try {
    yield* zip(new ArchiveWriter(client, contents).files());
  } finally {
    await client.query('rollback').catch(() => undefined);
  }
}

/** The manifest that an archive of this database would have: row counts and checksums, without the archive. */
export async function readManifestOf(client: pg.ClientBase, contents: ArchiveContents): Promise<Manifest> {
  let manifest: Manifest | undefined;
  await client.query(
    `begin isolation level repeatable read read only; ${withoutTimeouts}; ${textFormatSettings}`,
  );
  try {
    for await (const { content } of new ArchiveWriter(client, contents).files((made) => (manifest = made)))
      for await (const _ of content) continue;
  } finally {
    await client.query('rollback').catch(() => undefined);
  }
  if (!manifest) throw new Error('the archive has no manifest');
  return manifest;
}

/** Writes an archive into a file that only its owner may read. The file appears when it is complete. */
export async function writeArchiveFile(
  file: string,
  client: pg.ClientBase,
  contents: ArchiveContents,
): Promise<void> {
  const part = `${file}.part`;
  try {
    await pipeline(writeArchive(client, contents), createWriteStream(part, { mode: 0o600 }));
    await syncToDisk(part);
    await rename(part, file);
    await syncToDisk(dirname(file));
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Flushes the file or folder to disk, so that it survives a power cut. */
async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
