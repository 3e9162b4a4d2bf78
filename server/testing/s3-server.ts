import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How the storage handles an uploaded file. */
type Behaviour = 'stores' | 'stores half' | 'is full' | 'forbids' | 'is silent' | 'hangs up';
/** How the storage sends a file or the list. */
type Sending = 'sends' | 'is slow' | 'hangs up' | 'is silent';

export interface S3Server {
  readonly url: string;
  /** Stored files by `bucket/key`. */
  readonly files: Map<string, Buffer>;
  /** Set by a test; initially `stores`. */
  behaviour: Behaviour;
  /** Set by a test; initially `sends`. `is slow` sends ten pieces; the others send only half. */
  sending: Sending;
  /** Pause of the storage between two pieces. */
  pauseMs: number;
  /** Number of received bytes of the current upload. */
  arriving: number;
  close(): Promise<void>;
}

export const s3Key = { id: 'AKIDHAKIMA', secret: 'secret/with+signs', region: 'eu-test-1' };

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** The signature of a request by AWS Signature Version 4. */
function signatureOf({ method = '', url = '', headers }: IncomingMessage, signed: string): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const query = [...searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&');
  const canonical = [
    method,
    pathname,
    query,
    ...signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const time = String(headers['x-amz-date']);
  const scope = `${time.slice(0, 8)}/${s3Key.region}/s3/aws4_request`;
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${s3Key.secret}`);
  return hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString('hex');
}

function refusalOf(request: IncomingMessage): string | undefined {
  const pattern = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\S+, SignedHeaders=(\S+), Signature=(\w+)$/;
  const [, id, signed = '', signature] = pattern.exec(request.headers.authorization ?? '') ?? [];
  if (id !== s3Key.id) return 'InvalidAccessKeyId';
  return signature === signatureOf(request, signed) ? undefined : 'SignatureDoesNotMatch';
}

const answer = (response: ServerResponse, status: number, code: string): void => {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
};

/** A small S3 storage with PUT, GET, DELETE and the list of one bucket; accepts signed requests only. */
export async function startS3Server(): Promise<S3Server> {
  const files = new Map<string, Buffer>();
  const put = async (request: IncomingMessage, response: ServerResponse, name: string) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
      s3.arriving += (chunk as Buffer).length;
      if (s3.behaviour === 'hangs up') return void request.socket.destroy();
      if (s3.behaviour === 'is silent') return;
    }
    const content = Buffer.concat(chunks);
    if (s3.behaviour === 'is full') return answer(response, 507, 'InsufficientStorage');
    if (s3.behaviour === 'forbids') return answer(response, 403, 'AccessDenied');
    if (sha256(content) !== request.headers['x-amz-content-sha256'])
      return answer(response, 400, 'XAmzContentSHA256Mismatch');
    files.set(name, s3.behaviour === 'stores half' ? content.subarray(0, content.length / 2) : content);
    response.end();
  };
  const sendBack = async (response: ServerResponse, content: Buffer) => {
    if (s3.sending === 'sends') return void response.end(content);
    response.writeHead(200, { 'content-length': content.length });
    if (s3.sending === 'is slow') {
      const size = Math.ceil(content.length / 10);
      for (let from = 0; from < content.length; from += size) {
        response.write(content.subarray(from, from + size));
        await sleep(s3.pauseMs);
      }
      return void response.end();
    }
    response.write(content.subarray(0, content.length / 2), () => {
      if (s3.sending === 'hangs up') response.socket?.destroy();
    });
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const name = decodeURIComponent(pathname.slice(1));
    const refusal = refusalOf(request);
    if (refusal) return answer(response, 403, refusal);
    if (request.method === 'PUT') return void put(request, response, name).catch(() => undefined);
    if (request.method === 'DELETE') {
      files.delete(name);
      return void response.writeHead(204).end();
    }
    if (searchParams.has('list-type')) {
      const wanted = `${name}/${searchParams.get('prefix')}`;
      const keys = [...files.keys()].filter((key) => key.startsWith(wanted));
      const list = keys.map((key) => `<Contents><Key>${key.slice(name.length + 1)}</Key></Contents>`);
      return void sendBack(response, Buffer.from(`<ListBucketResult>${list.join('')}</ListBucketResult>`));
    }
    const file = files.get(name);
    if (!file) return answer(response, 404, 'NoSuchKey');
    void sendBack(response, file);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const s3: S3Server = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    behaviour: 'stores',
    sending: 'sends',
    pauseMs: 0,
    arriving: 0,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  return s3;
}
