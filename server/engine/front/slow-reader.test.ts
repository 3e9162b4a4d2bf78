import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { Connections } from './connections.ts';

const all = 64 * 1024 * 1024;

test('who reads nothing is dropped, together with what waits for her', async () => {
  const server = createServer((_asked, response) => {
    response.end(Buffer.alloc(all));
  });
  new Connections(server, 300);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  try {
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    const [, answer] = (await once(server, 'request')) as [unknown, ServerResponse];
    await once(answer, 'close');
    expect(answer.req.socket.destroyed).toBe(true);
    expect(socket.bytesRead).toBeLessThan(all);
  } finally {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  }
});
