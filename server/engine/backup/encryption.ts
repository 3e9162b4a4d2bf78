import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { LocalFile } from './backup-place.ts';
import { StorageError } from './storage-error.ts';

/** Makes a new key pair. The private key opens backups; the server needs only the public one. */
export async function newBackupKey(): Promise<{ privateKey: string; publicKey: string }> {
  const privateKey = await generateX25519Identity();
  return { privateKey, publicKey: await identityToRecipient(privateKey) };
}

/** The public keys of BACKUP_RECIPIENTS. Throws a sentence if one of them is not a public key of age. */
function encrypterFor(recipients: readonly string[]): Encrypter {
  const encrypter = new Encrypter();
  for (const recipient of recipients)
    try {
      encrypter.addRecipient(recipient);
    } catch (cause) {
      throw new Error(
        `BACKUP_RECIPIENTS: "${recipient}" is not a public key of age (age1…): copy it again.`,
        { cause },
      );
    }
  return encrypter;
}

export function checkRecipients(recipients: readonly string[]): void {
  encrypterFor(recipients);
}

/** Encrypts a file for all recipients. Each of their private keys opens the result. */
export async function encryptFile(
  from: string,
  to: string,
  recipients: readonly string[],
): Promise<LocalFile> {
  const plain = Readable.toWeb(createReadStream(from)) as ReadableStream<Uint8Array>;
  const encrypted = await encrypterFor(recipients).encrypt(plain);
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    encrypted,
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(to, { mode: 0o600 }),
  );
  return { path: to, bytes, sha256: hash.digest('hex') };
}

/** Decrypts into a file that only its owner may read. `identityFile` is a file of `age-keygen`. */
export async function decryptFile(
  encrypted: ReadableStream<Uint8Array>,
  to: string,
  { identity, named }: { identity: string; named: string },
): Promise<void> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  let plain: ReadableStream<Uint8Array>;
  try {
    plain = await decrypter.decrypt(encrypted);
  } catch (cause) {
    if (cause instanceof StorageError) throw cause;
    const isKey = /no identity matched/.test(String(cause));
    throw new Error(
      isKey
        ? `The private key does not open ${named}: it is the key of another backup.`
        : `${named} is not a backup that was encrypted with age, or it is damaged.`,
      { cause },
    );
  }
  try {
    await pipeline(plain, createWriteStream(to, { mode: 0o600 }));
  } catch (cause) {
    if (cause instanceof StorageError) throw cause;
    throw new Error(`${named} is damaged or incomplete: fetch it again, or use another backup.`, { cause });
  }
}

/** The private key in the text of a key file: its line that is no comment. */
export function readIdentity(text: string, file: string): string {
  const line = text.split('\n').find((one) => one.trim().startsWith('AGE-SECRET-KEY-'));
  if (!line) throw new Error(`${file} holds no private key of age (AGE-SECRET-KEY-…).`);
  return line.trim();
}
