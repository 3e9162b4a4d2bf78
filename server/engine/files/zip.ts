import { type PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

type Chunk = string | Buffer;

/** A file of the archive. Its content is read when its turn comes. */
export interface Entry {
  name: string;
  content: AsyncIterable<Chunk> | Iterable<Chunk>;
}

/**
 * Packs files into one zip archive while the archive is read, without holding a whole file in memory. The
 * next entry starts when the previous one was read to its end.
 */
export async function* zip(entries: AsyncIterable<Entry> | Iterable<Entry>): AsyncGenerator<Buffer> {
  const archive = new ZipFile();
  const output = archive.outputStream as PassThrough;
  archive.on('error', (error) => output.destroy(error));
  const addAll = async (): Promise<void> => {
    for await (const { name, content } of entries) {
      if (output.destroyed) return;
      const source = Readable.from(content, { objectMode: false });
      const stop = () => source.destroy();
      output.once('close', stop);
      archive.addReadStream(source, name);
      await finished(source);
      output.off('close', stop);
    }
    archive.end();
  };
  addAll().catch((error: Error) => output.destroy(error));
  yield* output as AsyncIterable<Buffer>;
}
