import type { Config } from '#server/config.ts';
import { folderPlace } from './folder-place.ts';
import { s3Place } from './s3-place.ts';

/** A file on the local disk that is to be stored. */
export interface LocalFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A place that keeps backups: a folder or an S3 bucket. Each method throws a `StorageError` if the place fails. */
export interface BackupPlace {
  /** Names of the files of a clinic (`hakima-…`), sorted. */
  list(): Promise<string[]>;
  /** Stores a file. After an error or a kill no file of this name exists. */
  write(name: string, file: LocalFile): Promise<void>;
  read(name: string): Promise<ReadableStream<Uint8Array>>;
  remove(name: string): Promise<void>;
}

/** The place that BACKUP_TO names; undefined without BACKUP_TO. `readConfig` has checked the settings. */
export function createBackupPlace(config: Config): BackupPlace | undefined {
  const { BACKUP_TO: to } = config;
  if (to === undefined) return undefined;
  if (!to.startsWith('s3://')) return folderPlace(to);
  const [, bucket = '', folder = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(to) ?? [];
  const region = config.AWS_REGION;
  return s3Place({
    endpoint: (config.AWS_ENDPOINT_URL ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, ''),
    bucket,
    folder,
    region,
    accessKeyId: config.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: config.AWS_SECRET_ACCESS_KEY ?? '',
  });
}
