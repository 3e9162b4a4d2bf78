import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { turnAway } from './turn-away.ts';

test('who is refused keeps her connection, but for a body that is not small', async () => {
  const server = createServer(turnAway({})).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const caller = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
  let heard = '';
  caller.on('data', (part) => (heard += part));
  const refusals = () => heard.match(/HTTP\/1\.1 503 /g)?.length ?? 0;
  const post = (headers: string) => caller.write(`POST / HTTP/1.1\r\nhost: a\r\n${headers}\r\n\r\n`);

  post('content-length: 9');
  await expect.poll(refusals).toBe(1);
  // What she says may come after the answer.
  caller.write('{"a":"b"}');
  post('content-length: 0');
  await expect.poll(refusals).toBe(2);
  expect(heard).not.toMatch(/^connection: close/im);
  post('content-length: 9000000');
  await once(caller, 'close');
  expect(refusals()).toBe(3);
  server.close();
});
