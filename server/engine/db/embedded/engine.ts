import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { DurableFiles, durableStart } from './durable-files.ts';
import { prepareFolder } from './prepare-folder.ts';

const extensions = { btree_gist, pg_trgm };
const longJump = 100; // how the engine reports an ordinary SQL error

/** Where the data lives: a folder, or memory (filled from a prepared dump if there is one). */
export type EngineSource = { folder: string } | { memory: true; dump?: Blob };

/** The database engine in this thread: wire-protocol messages in, replies out, one at a time. */
export interface Engine {
  /** Throws when the engine itself trapped; its state is lost then, and it must be opened anew. */
  exec(message: Uint8Array): Uint8Array;
  dump(): Promise<Blob>;
  close(): Promise<void>;
}

interface MainLoop {
  _PostgresMainLoopOnce: () => void;
}

export async function openEngine(source: EngineSource): Promise<Engine> {
  const database = await open(source);
  const module = database.Module as typeof database.Module & MainLoop;
  let trap: Error | undefined;
  const step = module._PostgresMainLoopOnce;
  // The library swallows every exception of the engine, crashes included: the query would seem to succeed.
  module._PostgresMainLoopOnce = () => {
    try {
      step();
    } catch (error) {
      if ((error as { status?: number }).status !== longJump) trap ??= error as Error;
      throw error;
    }
  };
  return {
    exec(message) {
      const parts: Uint8Array[] = [];
      // Runs to its end before the first await; the promise has nothing more to say.
      database
        .execProtocolRawStream(message, { syncToFs: false, onRawData: (part) => parts.push(part.slice()) })
        .catch(() => undefined);
      if (trap) throw new Error(`embedded database engine: ${trap.message}`);
      return parts.length === 1 && parts[0] ? parts[0] : new Uint8Array(Buffer.concat(parts));
    },
    dump: () => database.dumpDataDir('none'),
    close: () => database.close(),
  };
}

async function open(source: EngineSource): Promise<PGlite> {
  if ('memory' in source) return PGlite.create({ extensions, loadDataDir: source.dump });
  await prepareFolder(source.folder, async (folder) => {
    const first = await PGlite.create({
      extensions,
      fs: new DurableFiles(folder),
      startParams: durableStart,
    });
    await first.close();
  });
  return PGlite.create({ extensions, fs: new DurableFiles(source.folder), startParams: durableStart });
}
