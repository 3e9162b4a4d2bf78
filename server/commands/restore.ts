import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { configFromProcess } from '#server/config.ts';
import { createBackupPlace } from '#server/engine/backup/backup-place.ts';
import { decryptFile, readIdentity } from '#server/engine/backup/encryption.ts';
import { inWorkFolder } from '#server/engine/backup/work-folder.ts';
import { ConsoleError } from '#server/engine/console-error.ts';
import { loadArchive } from '#server/engine/db/archive/load-archive.ts';
import { openArchive } from '#server/engine/db/archive/read-archive.ts';
import { findBackup, findNewestDeletionList } from '#server/features/backups/actions.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { say } from '#shared/messages/dictionaries.ts';
import {
  databaseLabel,
  readDatabasePlace,
  refuseWhileServing,
  withClient,
  withSchemaOwner,
} from './clinic-database.ts';
import { readDeletions, repeatDeletions } from './deletions.ts';

/**
 * `restore FILE [--replace]`: fills a database from a backup. `restore NAME --identity KEYFILE [--replace]`:
 * from an encrypted one, a file or a name at BACKUP_TO, or `latest`. With KEYFILE `-` the key is read from
 * standard input, because a container may not be able to read the file. Afterwards people who were deleted
 * after that backup are deleted again, if BACKUP_TO has the list.
 */
export async function restore(given: string[], lang: Lang): Promise<string> {
  const replace = given.includes('--replace');
  const at = given.indexOf('--identity');
  const identityFile = at < 0 ? undefined : given[at + 1];
  const [name] = given.filter((word, n) => !word.startsWith('--') && (at < 0 || n !== at + 1));
  if (!name) throw new ConsoleError('console.sayBackup');
  if (existsSync(name) && !name.endsWith('.age')) return restoreFile(name, { replace, lang });
  if (!name.endsWith('.age') && name !== 'latest') throw new ConsoleError('console.none', { path: name });
  if (!identityFile) throw new ConsoleError('console.sayIdentity');
  const label = identityFile === '-' ? 'The input' : identityFile;
  const identity = readIdentity(await readKeyFile(identityFile), label);
  return restoreEncrypted(name, { replace, lang, identity });
}

async function readKeyFile(file: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  if (!existsSync(file)) throw new ConsoleError('console.none', { path: file });
  return readFile(file, 'utf8');
}

async function restoreFile(
  file: string,
  { replace, lang }: { replace: boolean; lang: Lang },
): Promise<string> {
  const place = readDatabasePlace();
  const archive = await openArchive(file, 'backup');
  try {
    const loaded = await withSchemaOwner(place, async (client) => {
      await refuseWhileServing(client);
      return loadArchive(client, archive, { replace });
    });
    return say(lang, 'console.done', { place: databaseLabel(place, lang), ...loaded });
  } finally {
    archive.close();
  }
}

interface EncryptedRestoreOptions {
  readonly replace: boolean;
  readonly lang: Lang;
  readonly identity: string;
}

async function restoreEncrypted(
  name: string,
  { replace, lang, identity }: EncryptedRestoreOptions,
): Promise<string> {
  const isFile = existsSync(name);
  const stored = isFile ? undefined : createBackupPlace(configFromProcess());
  if (!isFile && !stored) throw new ConsoleError('console.none', { path: name });
  return inWorkFolder(async (folder) => {
    const decrypted = async (encrypted: ReadableStream<Uint8Array>, named: string, file: string) => {
      const to = join(folder, file);
      await decryptFile(encrypted, to, { identity, named });
      return to;
    };
    if (!stored) {
      const encrypted = Readable.toWeb(createReadStream(name)) as ReadableStream<Uint8Array>;
      return restoreFile(await decrypted(encrypted, name, 'clinic.backup'), { replace, lang });
    }
    const backup = await findBackup(stored, name);
    const file = await decrypted(await stored.read(backup), backup, 'clinic.backup');
    const said = await restoreFile(file, { replace, lang });
    const list = await findNewestDeletionList(stored);
    if (!list) return said;
    const deletions = readDeletions(await decrypted(await stored.read(list), list, 'deletions'));
    const n = await withClient(readDatabasePlace(), (client) => repeatDeletions(client, deletions));
    return `${said}\n${say(lang, 'console.deletedAgain', { n, list })}`;
  });
}
