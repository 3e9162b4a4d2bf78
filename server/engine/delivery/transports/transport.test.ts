import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { gatewayServer } from '#server/testing/gateway-server.ts';
import { gatewayTransport } from './gateway.ts';
import { smtpTransport } from './smtp.ts';
import { isConnectionError, type Outgoing, type Transport } from './transport.ts';

const letter: Outgoing = {
  messageId: 'a@clinic.example',
  userId: 1,
  sender: 'Clinic',
  to: 'mona@example.org',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  stop: null,
  href: '/',
};
const failureOf = (transport: Transport): Promise<unknown> =>
  transport.send(letter).then(
    () => null,
    (error: unknown) => error,
  );

/** An address at which nobody listens. */
async function closedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return `127.0.0.1:${port}`;
}

test('a message without a connection to the receiver counts as not received', async () => {
  const away = await closedAddress();
  expect(
    isConnectionError(await failureOf(gatewayTransport(`http://${away}/`, undefined, () => new Date()))),
  ).toBe(true);
  expect(isConnectionError(await failureOf(smtpTransport(`smtp://${away}`, 'clinic@example.org')))).toBe(
    true,
  );
});

test('a message whose connection broke after sending may have arrived', async () => {
  const gateway = await gatewayServer();
  gateway.status = 0;
  const failure = await failureOf(gatewayTransport(gateway.url, undefined, () => new Date()));
  expect(failure).toBeInstanceOf(Error);
  expect(isConnectionError(failure)).toBe(false);
  await gateway.close();
});
