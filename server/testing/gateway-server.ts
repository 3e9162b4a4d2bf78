import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface GatewayCall {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /**
   * HTTP status of the answer; 0: the gateway accepts the message and closes the connection without an
   * answer.
   */
  readonly status: number;
}
export interface GatewayServer {
  readonly url: string;
  readonly calls: GatewayCall[];
  /** The answer, or a function that chooses the answer for each call. */
  status: number | ((call: Omit<GatewayCall, 'status'>) => number);
  /** The gateway accepts a call at once and answers when this promise resolves. */
  answersAfter: Promise<unknown>;
  close(): Promise<void>;
}

/** A real HTTP server with the interface of an SMS or WhatsApp gateway. */
export async function gatewayServer(): Promise<GatewayServer> {
  const calls: GatewayCall[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const call = { headers: request.headers, body: Buffer.concat(parts).toString('utf8') };
      const status = typeof gateway.status === 'function' ? gateway.status(call) : gateway.status;
      calls.push({ ...call, status });
      void gateway.answersAfter.then(() => {
        if (status === 0) response.socket?.destroy();
        else response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
      });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const gateway: GatewayServer = {
    url: `http://127.0.0.1:${port}/send`,
    calls,
    status: 202,
    answersAfter: Promise.resolve(),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  return gateway;
}
