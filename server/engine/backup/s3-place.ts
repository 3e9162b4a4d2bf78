import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import type { BackupPlace } from './backup-place.ts';

export interface S3Settings {
  readonly endpoint: string;
  readonly bucket: string;
  /** The part of the name before the file; empty: none. */
  readonly folder: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The longest time for a request that carries this many bytes. */
  readonly patienceMs?: (bytes: number) => number;
}

const longestMs = 6 * 3_600_000;
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

  /** Sends one signed request. Throws a sentence unless the storage answers that it worked. */
  const send = async (url: string, init: RequestInit, bytes = 0): Promise<Response> => {
    const signed = await client.sign(url, init);
    const signal = AbortSignal.timeout(patienceMs(bytes));
    const response = await fetch(signed, { signal }).catch((error: unknown) => {
      throw unreachable(endpoint, error);
    });
    if (response.ok) return response;
    throw refused(settings, response.status, await response.text().catch(() => ''));
  };

  return {
    list: async () => {
      const query = new URLSearchParams({ 'list-type': '2', prefix: keyOf('hakima-') });
      const text = await (await send(`${endpoint}/${bucket}?${query.toString()}`, {})).text();
      return [...text.matchAll(/<Key>([^<]+)<\/Key>/g)]
        .map(([, key = '']) => key.slice(keyOf('').length))
        .filter((name) => /^hakima-[^/]*\.age$/.test(name))
        .toSorted();
    },
    write: async (name, { path, bytes, sha256 }) => {
      const headers = { 'x-amz-content-sha256': sha256 };
      await send(address(name), { method: 'PUT', headers, body: await openAsBlob(path) }, bytes);
    },
    read: async (name) => {
      // How long the file takes is known only when it is there.
      const { body } = await send(address(name), {}, (longestMs - 60_000) * 50);
      if (!body) throw new Error(`The backup storage ${endpoint} sent an empty answer for ${name}.`);
      return explained(endpoint, body);
    },
    remove: async (name) => void (await send(address(name), { method: 'DELETE' })),
  };
}

/** The same bytes. An error on the way becomes a sentence. */
function explained(endpoint: string, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  async function* chunks() {
    try {
      for await (const chunk of body) yield chunk;
    } catch (error) {
      throw unreachable(endpoint, error);
    }
  }
  return Readable.toWeb(Readable.from(chunks())) as ReadableStream<Uint8Array>;
}

function unreachable(endpoint: string, cause: unknown): Error {
  if (cause instanceof Error && cause.name === 'TimeoutError')
    return new Error(`The backup storage ${endpoint} is too slow: it did not answer in time.`, { cause });
  const { code, message } = ((cause as Error).cause ?? cause) as NodeJS.ErrnoException;
  return new Error(
    `The backup storage ${endpoint} cannot be reached (${code ?? message}): is AWS_ENDPOINT_URL right?`,
    { cause },
  );
}

const full = /quota|insufficient|full|exceed/i;
const wrongKey = new Set(['InvalidAccessKeyId', 'SignatureDoesNotMatch']);

/** Why the storage refused a request, by its status and the code in its XML. */
function refused({ endpoint, bucket }: S3Settings, status: number, body: string): Error {
  const [, code = ''] = /<Code>([^<]+)<\/Code>/.exec(body) ?? [];
  const told = `${status}${code && ` ${code}`}`;
  if (status === 507 || full.test(code))
    return new Error(`The backup storage ${endpoint} is full (${told}): make room in it.`);
  if (wrongKey.has(code))
    return new Error(
      `The backup storage ${endpoint} does not accept the access key (${told}): check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    );
  if (status === 403)
    return new Error(
      `The access key may not use the bucket ${bucket} (${told}): it must be allowed to list, read, write and delete there.`,
    );
  if (status === 404)
    return new Error(`The backup storage ${endpoint} has no bucket ${bucket}, or no such file (${told}).`);
  return new Error(`The backup storage ${endpoint} refused the request (${told}).`);
}
