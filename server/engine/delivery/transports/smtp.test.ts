import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { smtpTransport } from './smtp.ts';
import { type Outgoing, TemporaryRejectionError, UndeliverableError } from './transport.ts';

const message: Outgoing = {
  messageId: 'm@clinic.example',
  userId: 1,
  sender: 'Hakima',
  to: 'mona@example.org',
  subject: 'A reminder',
  text: 'Tomorrow',
  html: '<p>Tomorrow</p>',
  stop: null,
  href: '/profile',
};

/** A mail server that greets normally, then answers one byte at a time and never ends a line. */
async function dribblingServer() {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    const dribble = setInterval(() => socket.write('2'), 10);
    socket.write('220 mail.example\r\n');
    socket.on('error', () => undefined).resume();
    socket.once('close', () => {
      clearInterval(dribble);
      open.delete(socket);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  return { open, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('a mail server that answers byte by byte without end is given up as a failure', async () => {
  const server = await dribblingServer();
  const transport = smtpTransport(server.url, 'no-reply@clinic.example', 500);
  onTestFinished(() => transport.close?.());
  // As many as there are connections.
  const failures = await Promise.all(
    Array.from({ length: 8 }, () => transport.send(message).catch((error: unknown) => error)),
  );
  for (const failure of failures) {
    expect(failure).toEqual(new Error('the mail server took longer than 0.5 seconds'));
    // A connection failure: the breaker counts it and the message is retried.
    expect([TemporaryRejectionError, UndeliverableError].some((answer) => failure instanceof answer)).toBe(
      false,
    );
  }
  await expect.poll(() => server.open.size, { timeout: 10_000 }).toBe(0);
});
