import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  readonly raw: string;
}
type Refused = { code: number; text: string } | null;
export interface MailServer {
  readonly url: string;
  readonly received: ReceivedMail[];
  /**
   * The rejection of the following recipients until it is set to null, or a function that chooses it for
   * each address.
   */
  refuse: Refused | ((to: string) => Refused);
  /** Accepts connections and sends nothing. */
  silent: boolean;
  close(): Promise<void>;
}

/** A real SMTP server on a free port. */
export async function mailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const state: Pick<MailServer, 'refuse' | 'silent'> = { refuse: null, silent: false };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    closeTimeout: 100,
    onConnect(_session, callback) {
      if (!state.silent) callback();
    },
    onRcptTo({ address }, _session, callback) {
      const refuse = typeof state.refuse === 'function' ? state.refuse(address) : state.refuse;
      callback(refuse ? Object.assign(new Error(refuse.text), { responseCode: refuse.code }) : null);
    },
    onData(stream, session, callback) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
        received.push({
          from,
          to: session.envelope.rcptTo.map((to) => to.address).join(','),
          raw: Buffer.concat(parts).toString('utf8'),
        });
        callback(null);
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    get refuse() {
      return state.refuse;
    },
    set refuse(value) {
      state.refuse = value;
    },
    get silent() {
      return state.silent;
    },
    set silent(value) {
      state.silent = value;
    },
    close: () => new Promise((done) => server.close(() => done())),
  };
}
