import { openAsBlob } from 'node:fs';
import { AwsClient } from 'aws4fetch';
import type { BackupPlace } from './backup-place.ts';
import { StorageError } from './storage-error.ts';

export interface S3Settings {
  readonly endpoint: string;
  readonly bucket: string;
  /** Prefix of the file name in the bucket; may be empty. */
  readonly folder: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Timeout in milliseconds of a request with this many bytes, and of reading the next piece of a file. */
  readonly patienceMs?: (bytes: number) => number;
}

/** A minute, and time for the bytes at 50 kB/s. */
const usualPatience = (bytes: number): number => Math.ceil(60_000 + bytes / 50);

/** Backups in an S3 bucket, by path-style addresses, which every provider understands. */
export function s3Place(settings: S3Settings): BackupPlace {
  const { endpoint, bucket, folder, region, accessKeyId, secretAccessKey } = settings;
  const { patienceMs = usualPatience } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const keyOf = (name: string) => (folder ? `${folder}/${name}` : name);
  const address = (name: string) =>
    `${endpoint}/${bucket}/${keyOf(name).split('/').map(encodeURIComponent).join('/')}`;

  /** Aborts the work after the timeout. Throws a sentence if the work fails. */
  const within = async <T>(
    ms: number,
    work: (signal: AbortSignal) => Promise<T>,
    ended = new AbortController(),
  ): Promise<T> => {
    const timer = setTimeout(() => ended.abort(tooSlow(endpoint)), ms);
    try {
      return await work(ended.signal);
    } catch (error) {
      throw error instanceof StorageError ? error : unreachable(endpoint, error);
    } finally {
      clearTimeout(timer);
    }
  };

  /** Sends one signed request. Throws a sentence unless the storage reports success. */
  const send = async (url: string, init: RequestInit, signal: AbortSignal): Promise<Response> => {
    const response = await fetch(await client.sign(url, init), { signal });
    if (response.ok) return response;
    throw refused(settings, response.status, await response.text().catch(() => ''));
  };

  return {
    list: () =>
      within(patienceMs(0), async (signal) => {
        const query = new URLSearchParams({ 'list-type': '2', prefix: keyOf('hakima-') });
        const text = await (await send(`${endpoint}/${bucket}?${query.toString()}`, {}, signal)).text();
        return [...text.matchAll(/<Key>([^<]+)<\/Key>/g)]
          .map(([, key = '']) => key.slice(keyOf('').length))
          .filter((name) => /^hakima-[^/]*\.age$/.test(name))
          .toSorted();
      }),
    write: (name, { path, bytes, sha256 }) =>
      within(patienceMs(bytes), async (signal) => {
        const headers = { 'x-amz-content-sha256': sha256 };
        await send(address(name), { method: 'PUT', headers, body: await openAsBlob(path) }, signal);
      }),
    read: async (name) => {
      // The file may be large: only the pause before its next piece is limited.
      const ended = new AbortController();
      const nextPiece = <T>(work: () => Promise<T>) => within(patienceMs(0), work, ended);
      const { body } = await nextPiece(() => send(address(name), {}, ended.signal));
      if (!body) throw new StorageError(`The backup storage ${endpoint} sent an empty answer for ${name}.`);
      const reader = body.getReader();
      return new ReadableStream<Uint8Array>({
        pull: async (controller) => {
          const { done, value } = await nextPiece(() => reader.read());
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: (reason) => reader.cancel(reason),
      });
    },
    remove: (name) =>
      within(patienceMs(0), async (signal) => void (await send(address(name), { method: 'DELETE' }, signal))),
  };
}

const tooSlow = (endpoint: string): StorageError =>
  new StorageError(`The backup storage ${endpoint} is too slow: it did not answer in time.`);

function unreachable(endpoint: string, cause: unknown): StorageError {
  const { code, message } = ((cause as Error).cause ?? cause) as NodeJS.ErrnoException;
  return new StorageError(
    `The backup storage ${endpoint} cannot be reached (${code ?? message}): is AWS_ENDPOINT_URL right?`,
    { cause },
  );
}

const full = /quota|insufficient|full|exceed/i;
const wrongKey = new Set(['InvalidAccessKeyId', 'SignatureDoesNotMatch']);

/** Why the storage refused a request, by its status and the code in its XML. */
function refused({ endpoint, bucket }: S3Settings, status: number, body: string): StorageError {
  const [, code = ''] = /<Code>([^<]+)<\/Code>/.exec(body) ?? [];
  const told = `${status}${code && ` ${code}`}`;
  if (status === 507 || full.test(code))
    return new StorageError(`The backup storage ${endpoint} is full (${told}): make room in it.`);
  if (wrongKey.has(code))
    return new StorageError(
      `The backup storage ${endpoint} does not accept the access key (${told}): check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    );
  if (status === 403)
    return new StorageError(
      `The access key may not use the bucket ${bucket} (${told}): it must be allowed to list, read, write and delete there.`,
    );
  if (status === 404)
    return new StorageError(
      `The backup storage ${endpoint} has no bucket ${bucket}, or no such file (${told}).`,
    );
  return new StorageError(`The backup storage ${endpoint} refused the request (${told}).`);
}
