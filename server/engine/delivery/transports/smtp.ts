import nodemailer, { type TransportOptions } from 'nodemailer';
import { NotNow, type Outgoing, type Transport, Undeliverable } from './transport.ts';

interface SmtpError {
  responseCode?: number;
  code?: string;
  message?: string;
}

const controls = /[\u0000-\u001f\u007f\u2028\u2029]+/g;
/** A header holds one line: what a person wrote cannot begin another. */
const headerLine = (text: string): string => text.replace(controls, ' ').trim();

/** A mailbox that is not there is final; a server that is busy, away or misconfigured is not. */
function isFinal({ responseCode, code }: SmtpError): boolean {
  return code === 'EENVELOPE' && responseCode !== undefined ? responseCode >= 500 : code === 'EMESSAGE';
}

export function smtpTransport(url: string, from: string): Transport {
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
          from,
          to: { name: '', address: headerLine(message.to) },
          subject: headerLine(message.subject),
          text: message.text,
          html: message.html,
          messageId: `<${message.messageId}>`,
          headers: {
            'auto-submitted': 'auto-generated',
            'x-auto-response-suppress': 'All',
            ...(message.stop ? { 'list-unsubscribe': `<${headerLine(message.stop)}>` } : {}),
          },
        });
      } catch (error) {
        const problem = error as SmtpError;
        if (isFinal(problem))
          throw new Undeliverable(`refused by the mail server (${problem.responseCode ?? problem.code})`);
        if (problem.code === 'EENVELOPE' && problem.responseCode !== undefined)
          throw new NotNow(problem.message ?? `the mail server answered ${problem.responseCode}`);
        throw error;
      }
    },
    close: () => mailer.close(),
  };
}
