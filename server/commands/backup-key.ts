import { newBackupKey } from '#server/engine/backup/encryption.ts';

/** `backup-key`: makes a key pair for backups, in the format of `age-keygen`. */
export async function makeBackupKey(): Promise<string> {
  const { privateKey, publicKey } = await newBackupKey();
  return `# public key, for BACKUP_RECIPIENTS: ${publicKey}\n${privateKey}`;
}
