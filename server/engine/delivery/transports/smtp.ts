import nodemailer, { type TransportOptions } from 'nodemailer';
import {
  NotAcceptedError,
  type Outgoing,
  sendWithinMs,
  TemporaryRejectionError,
  type Transport,
  UndeliverableError,
} from './transport.ts';

interface SmtpError {
  responseCode?: number;
  /** The server's reply; it may contain the address. */
  response?: string;
  code?: string;
}

/** Only its codes, such as `451 4.7.1`: the text must not be logged or stored. */
function answerOf({ responseCode, response }: SmtpError): string {
  const [enhanced] = response?.match(/\b[245]\.\d{1,3}\.\d{1,3}\b/) ?? [];
  return enhanced ? `${responseCode} ${enhanced}` : `${responseCode}`;
}

const controls = /[\u0000-\u001f\u007f\u2028\u2029]+/g;
/** A header is one line: input of a person must not start another one. */
const headerLine = (text: string): string => text.replace(controls, ' ').trim();

/** A missing mailbox is final; a server that is busy, down or misconfigured is not. */
function isFinal({ responseCode, code }: SmtpError): boolean {
  return code === 'EENVELOPE' && responseCode !== undefined ? responseCode >= 500 : code === 'EMESSAGE';
}

/**
 * `from`: an address; the clinic sets its name. The other timeouts limit silence, `withinMs` the whole
 * message: a server may answer slowly without end.
 */
export function smtpTransport(url: string, from: string, withinMs = sendWithinMs): Transport {
  const address = /<(.+)>/.exec(from)?.[1] ?? from;
  const mailer = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 8,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as TransportOptions);
  return {
    async send(message: Outgoing) {
      try {
        await mailer.sendMail({
          from: { name: headerLine(message.sender), address },
          to: { name: '', address: headerLine(message.to) },
          subject: headerLine(message.subject),
          text: message.text,
          html: message.html,
          messageId: `<${message.messageId}>`,
          signal: AbortSignal.timeout(withinMs),
          headers: {
            'auto-submitted': 'auto-generated',
            'x-auto-response-suppress': 'All',
            ...(message.stop ? { 'list-unsubscribe': `<${headerLine(message.stop)}>` } : {}),
          },
        });
      } catch (error) {
        const problem = error as SmtpError;
        if (problem.code === 'EABORT')
          throw new Error(`the mail server took longer than ${withinMs / 1000} seconds`);
        const answered = problem.responseCode !== undefined;
        const said = answered ? answerOf(problem) : problem.code;
        if (isFinal(problem)) throw new UndeliverableError(`refused by the mail server (${said})`);
        if (!answered) throw error;
        const why = `the mail server answered ${said}`;
        throw problem.code === 'EENVELOPE' ? new TemporaryRejectionError(why) : new NotAcceptedError(why);
      }
    },
    close: () => mailer.close(),
  };
}
