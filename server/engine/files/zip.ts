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

/** Who reads 4.5 reads sizes of 64 bits. */
const versions = { narrow: 20, wide: 45 };
const sizesFollowAndUtf8 = 0x0808;
const deflated = 8;
// 1 January 1980, the first date the format knows: what was exported says its date itself.
const date = 0x21;

/** Numbers that fields of 32 bits do not hold stand in a field of their own, and these in their place. */
const [elsewhere16, elsewhere32] = [0xffff, 0xffffffff];

/** The field that holds numbers of 64 bits. */
function wideField(...numbers: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * numbers.length);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(8 * numbers.length, 2);
  for (const [at, number] of numbers.entries()) field.writeBigUInt64LE(BigInt(number), 4 + 8 * at);
  return field;
}

/** `wide`: its sizes, which follow, are told in 64 bits, whatever they will be. */
function localHeader(name: Buffer, wide: boolean): Buffer {
  const header = Buffer.alloc(30);
  const more = wide ? wideField(0, 0) : Buffer.alloc(0);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(wide ? versions.wide : versions.narrow, 4);
  header.writeUInt16LE(sizesFollowAndUtf8, 6);
  header.writeUInt16LE(deflated, 8);
  header.writeUInt16LE(date, 12);
  if (wide) header.fill(0xff, 18, 26);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(more.length, 28);
  return Buffer.concat([header, name, more]);
}

function sizes({ crc, packed, size }: Packed, wide: boolean): Buffer {
  const descriptor = Buffer.alloc(wide ? 24 : 16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  if (wide) {
    descriptor.writeBigUInt64LE(BigInt(packed), 8);
    descriptor.writeBigUInt64LE(BigInt(size), 16);
  } else {
    descriptor.writeUInt32LE(packed, 8);
    descriptor.writeUInt32LE(size, 12);
  }
  return descriptor;
}

function directoryEntry({ name, crc, packed, size, offset }: Packed, wide: boolean): Buffer {
  const entry = Buffer.alloc(46);
  const more = wide ? wideField(size, packed, offset) : Buffer.alloc(0);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(wide ? versions.wide : versions.narrow, 4);
  entry.writeUInt16LE(wide ? versions.wide : versions.narrow, 6);
  entry.writeUInt16LE(sizesFollowAndUtf8, 8);
  entry.writeUInt16LE(deflated, 10);
  entry.writeUInt16LE(date, 14);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(wide ? elsewhere32 : packed, 20);
  entry.writeUInt32LE(wide ? elsewhere32 : size, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt16LE(more.length, 30);
  entry.writeUInt32LE(wide ? elsewhere32 : offset, 42);
  return Buffer.concat([entry, name, more]);
}

/** Where the list lies, in 64 bits, and where that is said. */
function wideEnd(count: number, length: number, offset: number): Buffer {
  const record = Buffer.alloc(56 + 20);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(versions.wide, 12);
  record.writeUInt16LE(versions.wide, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(length), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  record.writeUInt32LE(0x07064b50, 56);
  record.writeBigUInt64LE(BigInt(offset + length), 64);
  record.writeUInt32LE(1, 72);
  return record;
}

function end(count: number, length: number, offset: number, wide: boolean): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(wide ? elsewhere16 : count, 8);
  record.writeUInt16LE(wide ? elsewhere16 : count, 10);
  record.writeUInt32LE(wide ? elsewhere32 : length, 12);
  record.writeUInt32LE(wide ? elsewhere32 : offset, 16);
  return wide ? Buffer.concat([wideEnd(count, length, offset), record]) : record;
}

async function* deflate(
  { name, text }: Entry,
  offset: number,
  wide: boolean,
): AsyncGenerator<Buffer, Packed> {
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
  yield localHeader(packed.name, wide);
  for await (const part of squeeze as AsyncIterable<Buffer>) {
    packed.packed += part.length;
    yield part;
  }
  await fed;
  yield sizes(packed, wide);
  return packed;
}

/**
 * Packs files into one archive as it is read: no file is ever held whole. What may be larger than 4 GB is
 * `large`; who reads no archives of that size (zip64) reads it all the same while it is smaller. `wideFrom`:
 * from which number on, for tests.
 */
export async function* zip(
  entries: AsyncIterable<Entry>,
  { large = false, wideFrom = elsewhere32 }: { large?: boolean; wideFrom?: number } = {},
): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const parts = deflate(entry, offset, large);
    let step = await parts.next();
    for (; !step.done; step = await parts.next()) {
      offset += step.value.length;
      yield step.value;
    }
    const { size, packed, offset: from } = step.value;
    const wide = Math.max(size, packed, from) >= wideFrom;
    if (wide && !large) throw new RangeError(`an archive of ${offset} bytes is too large for its readers`);
    directory.push(directoryEntry(step.value, wide));
  }
  const listing = Buffer.concat(directory);
  const wide = directory.length >= elsewhere16 || offset + listing.length >= wideFrom;
  yield Buffer.concat([listing, end(directory.length, listing.length, offset, wide)]);
}
