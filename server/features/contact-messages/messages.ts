import { createHash } from 'node:crypto';
import type { NewMessage } from '#server/engine/delivery/queries.ts';
import { canonicalHandle } from '#shared/domain/people/handle.ts';
import type { Lang } from '#shared/messages/catalogue.ts';

interface Sender {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly locale: Lang;
}

/** To the clinic, in the language somebody wrote in. What she wrote stays behind the sign-in. */
export const toClinic = (
  { id, name, email, locale }: Sender,
  clinicEmail: string,
): NewMessage<'contactToClinic'> => ({
  dedupeKey: `contact:${id}:clinic`,
  channel: 'email',
  address: clinicEmail,
  locale,
  template: 'contactToClinic',
  params: { name, email, link: '/admin/messages' },
});

/** To the sender: we have it. One a day for an address, so that nobody can be pestered through the form. */
export const toSender = ({ email, locale }: Sender, today: string): NewMessage<'contactReceived'> => ({
  dedupeKey: `contact-received:${createHash('sha256').update(canonicalHandle(email)).digest('hex').slice(0, 32)}:${today}`,
  channel: 'email',
  address: email,
  locale,
  template: 'contactReceived',
});

/** The answer of the clinic. */
export const answerToSender = (
  { id, email, locale }: Sender,
  answer: string,
  turn: string,
): NewMessage<'contactAnswer'> => ({
  dedupeKey: `contact:${id}:answer:${turn}`,
  channel: 'email',
  address: email,
  locale,
  template: 'contactAnswer',
  params: { answer },
});
