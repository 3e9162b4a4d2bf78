import * as z from 'zod/mini';
import { instant, nothing } from '../../fields.ts';
import { endpoint } from '../endpoint.ts';

const backupStatusSchema = z.object({
  /** The version of the server. */
  version: z.string(),
  /** BACKUP_TO is set. */
  isOn: z.boolean(),
  /** A backup is being made, or begins within seconds. */
  isRunning: z.boolean(),
  /** The last backup that was stored and verified. */
  backedUpAt: z.nullable(instant),
  /** Why the last attempt failed, in English, for the operator; null if it succeeded. */
  backupError: z.nullable(z.string()),
  /** The last test restore that succeeded. */
  restoredAt: z.nullable(instant),
  restoreError: z.nullable(z.string()),
  /** What failed or is too old: a backup after 26 hours, a test restore after 8 days. */
  overdue: z.nullable(z.enum(['backup', 'restore'])),
});
export type BackupStatus = z.output<typeof backupStatusSchema>;

export const getBackupStatus = endpoint({
  method: 'GET',
  path: '/api/backups',
  shows: ['moving'],
  access: ['admin'],
  summary: 'Returns the version of the server, the last backup and the last test of restoring one',
  reply: backupStatusSchema,
});
export const getVersion = endpoint({
  method: 'GET',
  path: '/api/version',
  shows: [],
  access: ['admin'],
  summary: 'Returns the version of the server',
  reply: z.object({ version: z.string() }),
});
export const startBackup = endpoint({
  method: 'POST',
  path: '/api/backups',
  changes: ['moving'],
  access: ['admin'],
  summary: 'Starts a backup to BACKUP_TO within seconds',
  reply: nothing,
  status: 204,
  errors: ['not_found'],
});
