import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

type Chunk = string | Buffer;

/** A file to be packed; its text is asked for only when its turn comes. */
export interface Entry {
  name: string;
  text: AsyncIterable<Chunk> | Iterable<Chunk>;
}

interface Packed {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

const version = 20;
const sizesFollowAndUtf8 = 0x0808;
const deflated = 8;
// 1 January 1980, the first date the format knows: what was exported says its date itself.
const date = 0x21;

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(sizesFollowAndUtf8, 6);
  header.writeUInt16LE(deflated, 8);
  header.writeUInt16LE(date, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function sizes({ crc, packed, size }: Packed): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  descriptor.writeUInt32LE(packed, 8);
  descriptor.writeUInt32LE(size, 12);
  return descriptor;
}

function directoryEntry({ name, crc, packed, size, offset }: Packed): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(version, 4);
  entry.writeUInt16LE(version, 6);
  entry.writeUInt16LE(sizesFollowAndUtf8, 8);
  entry.writeUInt16LE(deflated, 10);
  entry.writeUInt16LE(date, 14);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(packed, 20);
  entry.writeUInt32LE(size, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE(offset, 42);
  return Buffer.concat([entry, name]);
}

function end(count: number, length: number, offset: number): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(length, 12);
  record.writeUInt32LE(offset, 16);
  return record;
}

async function* deflate({ name, text }: Entry, offset: number): AsyncGenerator<Buffer, Packed> {
  const packed: Packed = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset };
  const squeeze = createDeflateRaw({ level: 6 });
  const fed = pipeline(
    Readable.from(text, { objectMode: true }),
    async function* (chunks: AsyncIterable<Chunk>) {
      for await (const chunk of chunks) {
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        packed.crc = crc32(bytes, packed.crc);
        packed.size += bytes.length;
        yield bytes;
      }
    },
    squeeze,
  );
  fed.catch(() => undefined); // comes again where the stream is read
  yield localHeader(packed.name);
  for await (const part of squeeze as AsyncIterable<Buffer>) {
    packed.packed += part.length;
    yield part;
  }
  await fed;
  yield sizes(packed);
  return packed;
}

/** Packs files into one archive as it is read: no file is ever held whole. For less than 4 GB. */
export async function* zip(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  const directory: Packed[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const parts = deflate(entry, offset);
    let step = await parts.next();
    for (; !step.done; step = await parts.next()) {
      offset += step.value.length;
      yield step.value;
    }
    directory.push(step.value);
  }
  const listing = Buffer.concat(directory.map(directoryEntry));
  yield Buffer.concat([listing, end(directory.length, listing.length, offset)]);
}
