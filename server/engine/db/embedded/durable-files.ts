import { fsyncSync } from 'node:fs';
import { PGlite, type postgresMod } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type PostgresMod = postgresMod.PostgresMod;

interface NodeFiles {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd?: number }) => number } };
}

/** The data folder on disk, with real fsync. The engine's own file system ignores every request to flush. */
export class DurableFiles extends NodeFS {
  override async init(
    engine: PGlite,
    options: Partial<PostgresMod>,
  ): Promise<{ emscriptenOpts: Partial<PostgresMod> }> {
    const { emscriptenOpts } = await super.init(engine, options);
    const flush = (module: PostgresMod): void => {
      (module as PostgresMod & NodeFiles).NODEFS.stream_ops.fsync = ({ nfd }: { nfd?: number }) => {
        if (nfd !== undefined) fsyncSync(nfd);
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), flush] } };
  }
}

/**
 * The engine's start parameters without `-F` (which turns flushing off), and with a fourth of its own 128 MB
 * of buffers: the system keeps the files' pages anyway.
 */
export const durableStart: string[] = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'shared_buffers=32MB',
];
