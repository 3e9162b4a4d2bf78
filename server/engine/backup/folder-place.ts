import { createReadStream, createWriteStream } from 'node:fs';
import { access, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BackupPlace } from './backup-place.ts';
import { StorageError } from './storage-error.ts';

const advice: Readonly<Record<string, string>> = {
  ENOSPC: 'is full: make room in it',
  EDQUOT: 'is full: make room in it',
  EACCES: 'may not be written to: give it to the user who runs the server',
  EPERM: 'may not be written to: give it to the user who runs the server',
  EROFS: 'may not be written to: mount it writable, or name it in ReadWritePaths= of the systemd unit',
  ENOENT: 'does not exist: create or mount it',
};

function problem(folder: string, cause: unknown): StorageError {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  return new StorageError(`The backup folder ${folder} ${advice[code] ?? `cannot be used (${message})`}.`, {
    cause,
  });
}

/** Backups in a folder, best on another disk or machine. */
export function folderPlace(folder: string): BackupPlace {
  const withAdvice = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw problem(folder, error);
    }
  };
  return {
    list: () =>
      withAdvice(async () =>
        (await readdir(folder)).filter((name) => /^hakima-.*\.age$/.test(name)).toSorted(),
      ),
    write: (name, { path }) =>
      withAdvice(async () => {
        await removeOldParts(folder, name);
        const part = join(folder, `${name}.part`);
        try {
          await pipeline(createReadStream(path), createWriteStream(part, { mode: 0o600, flush: true }));
          await rename(part, join(folder, name));
          await syncFolder(folder);
        } catch (error) {
          await rm(part, { force: true });
          throw error;
        }
      }),
    read: (name) =>
      withAdvice(async () => {
        await access(join(folder, name));
        return Readable.toWeb(createReadStream(join(folder, name))) as ReadableStream<Uint8Array>;
      }),
    remove: (name) => withAdvice(() => rm(join(folder, name), { force: true })),
  };
}

/**
 * Removes incomplete backups of earlier days, left by killed processes. Names begin with the time
 * (`hakima-20261128T013000Z`); another backup of the same day may be in progress.
 */
async function removeOldParts(folder: string, name: string): Promise<void> {
  const dayOf = (file: string): string => file.slice(0, 'hakima-20261128'.length);
  for (const file of await readdir(folder))
    if (/^hakima-.*\.age\.part$/.test(file) && dayOf(file) < dayOf(name))
      await rm(join(folder, file), { force: true });
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
