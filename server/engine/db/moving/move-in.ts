import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, existsSync, rmSync, statSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { leftBehind, pictureTable } from '#server/db/moved-columns.ts';
import { ownMigrations } from '#server/db/own-migrations.ts';
import { byteOrderMark } from '#shared/domain/csv.ts';
import type { MessageParams } from '#shared/messages/catalogue.ts';
import type { MessageKey } from '#shared/messages/dictionaries.ts';
import { linesOf } from '../../files/lines.ts';
import { TooLargeUnpacked, unzip } from '../../files/unzip.ts';
import { type DumpEnd, type DumpHead, type TableHead, Tally } from '../dump.ts';
import { columnsThatMoved, type FileSum, type Manifest, type MovedTable, manifestFile } from './manifest.ts';
import { pictureFile } from './move-out.ts';
import { csvHeading, jsonValues, lineOf, recordValues, type Values } from './open-rows.ts';
import { sumOf, unfinishedFile } from './out-folder.ts';
import { Told } from './told.ts';

const reason = z.string();
const ownName = /^(?:[a-z]+\/)?[a-z0-9_-]+\.[a-z0-9]+$/;
const fileName = z.string().check(z.regex(ownName));
const manifestSchema = z.object({
  hakima: z.literal('clinic'),
  format: z.literal(1),
  at: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.record(
    z.string(),
    z.object({
      columns: z.array(z.tuple([z.string(), z.string()])),
      left: z.union([reason, z.record(z.string(), reason)]),
      leftRows: z.optional(reason),
    }),
  ),
  files: z.array(
    z.object({
      file: fileName,
      table: z.optional(z.string()),
      rows: z.optional(z.int()),
      last: z.optional(z.int()),
      bytes: z.int(),
      sha256: z.string(),
    }),
  ),
  numbers: z.record(z.string(), z.int()),
});

/** What is wrong with the folder, and how to mend it. */
const spoiled = (key: MessageKey, params: MessageParams): Told => new Told([key, params], ['console.again']);

const mb = (bytes: number): number => Math.ceil(bytes / 1_000_000);

const cutOff = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Works on the folder that is named, or that is packed in the archive which is: its files then lie in a
 * folder of their own until the work is over or cut off, readable by nobody else.
 */
export async function withFolder<T>(path: string, work: (folder: string) => Promise<T>): Promise<T> {
  if (!existsSync(path)) throw new Told(['console.none', { path }]);
  if (statSync(path).isDirectory()) return work(path);
  const folder = await mkdtemp(join(tmpdir(), 'hakima-move-in-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const leave = (signal: NodeJS.Signals) => {
    remove();
    process.kill(process.pid, signal);
  };
  for (const signal of cutOff) process.once(signal, leave);
  try {
    await unzip(path, folder, ownName).catch((error: unknown) => {
      if (isFull(error)) throw error;
      throw error instanceof TooLargeUnpacked
        ? tooLarge(path, error)
        : new Told(['console.notArchive', { path }]);
    });
    return await work(folder);
  } finally {
    for (const signal of cutOff) process.off(signal, leave);
    remove();
  }
}
const tooLarge = (path: string, { bytes, room }: TooLargeUnpacked): Told =>
  room === null
    ? new Told(['console.bomb', { path, mb: mb(bytes) }])
    : new Told(['console.noRoom', { path, mb: mb(bytes), room: mb(room), folder: tmpdir() }]);

const isFull = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOSPC';

/** The manifest of a folder: of a clinic that this version can read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, manifestFile);
  if (!existsSync(path))
    throw existsSync(join(folder, unfinishedFile))
      ? new Told(['console.unfinished', { folder }])
      : new Told(['console.noManifest', { file: manifestFile, folder }]);
  const text = await readFile(path, 'utf8');
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw spoiled('console.noJson', { path });
  }
  if (typeof (found as Manifest).format === 'number' && (found as Manifest).format > 1)
    throw new Told(['console.newerFormat', { folder }]);
  const read = manifestSchema.safeParse(found);
  if (!read.success)
    throw spoiled('console.wrongManifest', { path, where: read.error.issues[0]?.path.join('.') ?? '' });
  const known = new Set(ownMigrations().map(({ name }) => name));
  const unknown = read.data.migrations.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new Told(['console.newerVersion', { folder, names: unknown.join(', ') }]);
  return read.data as Manifest;
}

/** What stands in columns that did not move and may not be empty: keys that nobody has, ended. */
const arriving: Readonly<Record<string, (manifest: Manifest) => string>> = {
  'api_keys.token_hash': () => `\\x${randomBytes(32).toString('hex')}`,
  'api_keys.revoked_at': ({ at }) => `${at.slice(0, 19).replace('T', ' ')}+00`,
};

const rowsAtOnce = 1_000;
const charactersAtOnce = 300_000;

/** Reads a folder that a clinic moved out to as the dump of a whole database. */
class Folder {
  readonly #path: string;
  readonly #manifest: Manifest;

  constructor(path: string, manifest: Manifest) {
    this.#path = path;
    this.#manifest = manifest;
  }

  async *lines(): AsyncGenerator<readonly string[]> {
    const { at, migrations, tables, numbers } = this.#manifest;
    yield [JSON.stringify({ hakima: 'backup', format: 1, at, migrations } satisfies DumpHead)];
    for (const [name, table] of Object.entries(tables)) {
      yield [JSON.stringify({ table: name, columns: table.columns } satisfies TableHead)];
      const tally = new Tally();
      for await (const lines of this.#rows(name, table)) {
        tally.add(lines);
        yield lines;
      }
      yield [JSON.stringify(tally.end())];
    }
    yield [JSON.stringify({ end: true, numbers } satisfies DumpEnd)];
  }

  async *#rows(name: string, table: MovedTable): AsyncGenerator<readonly string[]> {
    if (name in leftBehind) return;
    const files = this.#manifest.files.filter((file) => file.table === name);
    if (files.length === 0 && typeof table.left !== 'string')
      throw spoiled('console.noFileOf', { table: name });
    let lines: string[] = [];
    let characters = 0;
    for (const file of files) {
      for await (const values of this.#valuesIn(file, columnsThatMoved(table))) {
        const line = lineOf(await this.#whole(name, table, values));
        lines.push(line);
        characters += line.length;
        if (lines.length < rowsAtOnce && characters < charactersAtOnce) continue;
        yield lines;
        lines = [];
        characters = 0;
      }
    }
    if (lines.length > 0) yield lines;
  }

  /** The rows of a file whose sum is right; a file that was changed is refused when its end is reached. */
  async *#valuesIn(sum: FileSum, columns: MovedTable['columns']): AsyncGenerator<Values> {
    const { file } = sum;
    const path = join(this.#path, file);
    if (!existsSync(path)) throw spoiled('console.missing', { file, folder: this.#path });
    const hash = createHash('sha256');
    async function* text(): AsyncGenerator<string> {
      const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
      for await (const chunk of createReadStream(path)) {
        hash.update(chunk as Buffer);
        yield decoder.decode(chunk as Buffer, { stream: true });
      }
      yield decoder.decode();
    }
    let rows = 0;
    const read = file.endsWith('.csv') ? csvRows(text(), columns, file) : jsonRows(text(), columns, file);
    for await (const values of read) {
      rows += 1;
      yield values;
    }
    if (hash.digest('hex') !== sum.sha256 || rows !== sum.rows) throw changedSince(file);
  }

  /**
   * A row with what its table has besides: what does not move is empty, or as it arrives, also where a
   * manifest that somebody changed says that it has moved.
   */
  async #whole(name: string, table: MovedTable, moved: Values): Promise<Values> {
    if (typeof table.left === 'string') return moved;
    const { left } = table;
    const rest = moved.values();
    const values: (string | null)[] = [];
    for (const [column] of table.columns) {
      const known = `${name}.${column}`;
      const came = column in left ? null : (rest.next().value ?? null);
      values.push(known in leftBehind ? (arriving[known]?.(this.#manifest) ?? null) : came);
    }
    if (name === pictureTable) await this.#addPicture(table, values);
    return values;
  }

  async #addPicture({ columns }: MovedTable, values: (string | null)[]): Promise<void> {
    const at = (name: string) => columns.findIndex(([column]) => column === name);
    const file = pictureFile(values[at('id')] ?? '', values[at('media_type')] ?? '');
    const sum = this.#manifest.files.find((one) => one.file === file);
    const path = join(this.#path, file);
    if (!sum || !existsSync(path)) throw spoiled('console.missing', { file, folder: this.#path });
    if ((await sumOf(path)) !== sum.sha256) throw changedSince(file);
    values[at('bytes')] = `\\x${(await readFile(path)).toString('hex')}`;
  }
}

const changedSince = (file: string): Told => spoiled('console.changed', { file });

async function* csvRows(
  text: AsyncIterable<string>,
  columns: MovedTable['columns'],
  file: string,
): AsyncGenerator<Values> {
  let parts: string[] = [];
  let isWithinText = false;
  let n = 0;
  for await (const line of linesOf(text)) {
    parts.push(line);
    if (quotesIn(line) % 2 === 1) isWithinText = !isWithinText;
    if (isWithinText) continue;
    n += 1;
    const whole = parts.join('\n').replace(/\r$/, '');
    parts = [];
    if (n === 1) {
      if (`${whole}\r\n` !== byteOrderMark + csvHeading(columns)) throw changedSince(file);
      continue;
    }
    const values = recordValues(columns, whole);
    if (!values) throw spoiled('console.record', { n, file, cells: columns.length });
    yield values;
  }
  if (isWithinText) throw spoiled('console.cutRecord', { file });
}

function quotesIn(text: string): number {
  let n = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) n += 1;
  return n;
}

async function* jsonRows(
  text: AsyncIterable<string>,
  columns: MovedTable['columns'],
  file: string,
): AsyncGenerator<Values> {
  let n = 0;
  for await (const line of linesOf(text)) {
    n += 1;
    let values: Values;
    try {
      values = jsonValues(columns, line);
    } catch {
      throw spoiled('console.line', { n, file });
    }
    yield values;
  }
}

/** The lines of a folder, for `load`. */
export const linesOfFolder = (folder: string, manifest: Manifest): AsyncGenerator<readonly string[]> =>
  new Folder(folder, manifest).lines();
