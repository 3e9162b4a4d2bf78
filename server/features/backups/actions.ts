import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { backupContents } from '#server/db/archive-contents.ts';
import type { Deps } from '#server/deps.ts';
import { type BackupPlace, createBackupPlace, type LocalFile } from '#server/engine/backup/backup-place.ts';
import { encryptFile } from '#server/engine/backup/encryption.ts';
import { inWorkFolder } from '#server/engine/backup/work-folder.ts';
import { openArchive } from '#server/engine/db/archive/read-archive.ts';
import { restoreIntoScratch } from '#server/engine/db/archive/scratch-database.ts';
import { writeArchiveFile } from '#server/engine/db/archive/write-archive.ts';
import type { Database } from '#server/engine/db/connect.ts';
import { makeTaskDue, type TaskStatus, taskStatus } from '#server/engine/tasks/queries.ts';
import { listDeletions } from '#server/features/users/erase-queries.ts';
import { version } from '#server/version.ts';
import type { BackupStatus } from '#shared/contract/connections/backups.ts';
import {
  addDays,
  addMilliseconds,
  clinicClock,
  storedTimeToInstant,
  weekdayOf,
} from '#shared/domain/clinic-time.ts';
import { Refusal } from '#shared/errors.ts';

export const backupTask = 'backup';
export const restoreTask = 'restore-test';
const hourMs = 3_600_000;
/** Backups are kept no longer, because they contain people who were deleted since. */
const backupRetentionMs = 30 * 24 * hourMs;
const backupTime = '03:30:00';
const restoreTime = '04:00:00';
const sunday = 0;

export const hasBackups = ({ BACKUP_TO }: Pick<Config, 'BACKUP_TO'>): boolean => BACKUP_TO !== undefined;

/** The next night; an hour later after a failure. */
export function nextBackup(now: Date, succeeded: boolean): Date {
  if (!succeeded) return addMilliseconds(now, hourMs);
  return findNextTime(now, backupTime, () => true);
}

/** The next Sunday night; the next night after a failure. */
export const nextRestoreTest = (now: Date, succeeded: boolean): Date =>
  findNextTime(now, restoreTime, (date) => !succeeded || weekdayOf(date) === sunday);

function findNextTime(now: Date, time: string, isDay: (date: string) => boolean): Date {
  const { date: today } = clinicClock(now);
  for (let days = 0; ; days++) {
    const date = addDays(today, days);
    const at = storedTimeToInstant(date, time);
    if (isDay(date) && at.getTime() > now.getTime()) return at;
  }
}

/** `hakima-20261128T013000Z`; names sort by time. */
const formatBackupStamp = (now: Date): string => `hakima-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`;

type BackupDeps = Pick<Deps, 'config' | 'database' | 'now'>;

/**
 * Writes an encrypted backup to BACKUP_TO, reads it back, compares it, and deletes what is older than 30 days.
 * Returns the name of the backup. After an error no file that was not compared is left, unless the place refuses to
 * remove it; after a kill in the middle of writing there is no new file of that name.
 */
export async function createBackup(
  deps: BackupDeps,
  place = createBackupPlace(deps.config),
): Promise<string> {
  const { config, database, now } = deps;
  if (!place) throw new Error('BACKUP_TO is not set: name a folder or an S3 address.');
  const recipients = config.BACKUP_RECIPIENTS ?? [];
  const stamp = formatBackupStamp(now());
  await inWorkFolder(async (folder) => {
    const store = async (plain: string, name: string) => {
      const encrypted = await encryptFile(plain, `${plain}.age`, recipients);
      await storeVerified(place, name, encrypted);
    };
    const deletions = join(folder, 'deletions');
    await writeFile(deletions, JSON.stringify(await listDeletions(database.db)), { mode: 0o600 });
    await store(await writeVerifiedArchive(database, folder), `${stamp}.backup.age`);
    await store(deletions, `${stamp}.deleted.age`);
  });
  await deleteOldBackups(place, addMilliseconds(now(), -backupRetentionMs));
  return `${stamp}.backup.age`;
}

/** Writes the archive and reads it again: every file has its checksum. */
async function writeVerifiedArchive(database: Database, folder: string): Promise<string> {
  const path = join(folder, 'clinic.backup');
  const client = await database.pool.connect();
  try {
    await writeArchiveFile(path, client, backupContents);
  } finally {
    client.release();
  }
  (await openArchive(path, 'backup')).close();
  return path;
}

/**
 * Stores a file and compares what the place returns. After any error the file is removed, if the place lets it:
 * what was not compared may be half a backup, and `restore latest` would take it.
 */
async function storeVerified(place: BackupPlace, name: string, file: LocalFile): Promise<void> {
  try {
    await place.write(name, file);
    await compareStored(place, name, file);
  } catch (error) {
    await place.remove(name).catch(() => undefined);
    throw error;
  }
}

async function compareStored(place: BackupPlace, name: string, file: LocalFile): Promise<void> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of await place.read(name)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  if (bytes === file.bytes && hash.digest('hex') === file.sha256) return;
  throw new Error(
    `The storage returned another file than was sent (${bytes} of ${file.bytes} bytes): the backup is not kept.`,
  );
}

async function deleteOldBackups(place: BackupPlace, before: Date): Promise<void> {
  const oldest = formatBackupStamp(before);
  const old = (await place.list()).filter((name) => /^hakima-\d{8}T\d{6}Z/.test(name) && name < oldest);
  for (const name of old) await place.remove(name);
}

/** Restores a new backup into a scratch database, compares every table, and drops that database. */
export async function testRestore({ config, database }: Pick<Deps, 'config' | 'database'>): Promise<void> {
  await inWorkFolder(async (folder) => {
    const archive = await openArchive(await writeVerifiedArchive(database, folder), 'backup');
    try {
      await restoreIntoScratch(database, archive, {
        contents: backupContents,
        ownerUrl: config.MIGRATION_DATABASE_URL,
      });
    } finally {
      archive.close();
    }
  });
}

/** The name of a stored backup: the one that was named, or the newest. */
export async function findBackup(place: BackupPlace, wanted: string): Promise<string> {
  const backups = (await place.list()).filter((name) => name.endsWith('.backup.age'));
  const name = wanted === 'latest' ? backups.at(-1) : backups.find((one) => one === wanted);
  if (!name) throw new Error(`There is no backup "${wanted}". There are: ${backups.join(', ') || 'none'}.`);
  return name;
}

/** The newest list of deleted people in the place, if there is any. */
export const findNewestDeletionList = async (place: BackupPlace): Promise<string | undefined> =>
  (await place.list()).findLast((name) => name.endsWith('.deleted.age'));

/** A task that never succeeded is as old as the time when it was due. */
function isOverdue({ lastOkAt, dueAt, lastError }: TaskStatus, now: Date, hours: number): boolean {
  const since = lastOkAt ?? dueAt;
  return lastError !== null || (since !== null && now.getTime() - since.getTime() > hours * hourMs);
}

const notRun: TaskStatus = { dueAt: null, isRunning: false, lastOkAt: null, lastError: null };

/** Times of the last successful backup and test restore, and current problems. */
export async function loadBackupStatus(deps: Pick<Deps, 'config' | 'db' | 'now'>): Promise<BackupStatus> {
  const isOn = hasBackups(deps.config);
  const now = deps.now();
  const statusOf = async (task: string) => (isOn && (await taskStatus(deps.db, task))) || notRun;
  const [backup, restore] = [await statusOf(backupTask), await statusOf(restoreTask)];
  let overdue: BackupStatus['overdue'] = null;
  if (isOverdue(restore, now, 8 * 24)) overdue = 'restore';
  if (isOverdue(backup, now, 26)) overdue = 'backup';
  return {
    version,
    isOn,
    isRunning: backup.isRunning || (backup.dueAt !== null && backup.dueAt <= now),
    backedUpAt: backup.lastOkAt?.toISOString() ?? null,
    backupError: backup.lastError,
    restoredAt: restore.lastOkAt?.toISOString() ?? null,
    restoreError: restore.lastError,
    overdue,
  };
}

/** Starts a backup within seconds. */
export async function requestBackup(deps: Pick<Deps, 'config' | 'db' | 'now'>): Promise<void> {
  if (!hasBackups(deps.config)) throw new Refusal('not_found');
  await makeTaskDue(deps.db, backupTask, deps.now());
}
