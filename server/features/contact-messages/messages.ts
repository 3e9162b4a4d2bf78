import { createHash } from 'node:crypto';
import { type NewMessage } from '#server/engine/delivery/queries.ts';
import type { ContactMessage } from '#shared/contract/contact-messages.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { canonicalHandle } from '#shared/domain/people/handle.ts';

interface Sender {
  readonly id: number;
  /** Empty if the typed name looks like the clinic's. */
  readonly name: string;
  readonly email: string;
  readonly locale: Lang;
}

/** To the clinic, in the sender's language. The text itself is shown only after signing in. */
export const contactToClinicMessage = (
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

/** Receipt to the sender. One a day per address, so that the form cannot be used to send spam. */
export const contactReceivedMessage = (
  { email, locale }: Sender,
  today: string,
): NewMessage<'contactReceived'> => ({
  dedupeKey: `contact-received:${createHash('sha256').update(canonicalHandle(email)).digest('hex').slice(0, 32)}:${today}`,
  channel: 'email',
  address: email,
  locale,
  template: 'contactReceived',
});

/** The clinic's answer, by the channel of the message. */
export function contactAnswerMessage(
  { id, way, email, phone, locale, patientId }: ContactMessage,
  answer: string,
  turn: string,
): NewMessage<'contactAnswer' | 'textAnswer'> {
  const common = { dedupeKey: `contact:${id}:answer:${turn}`, locale, params: { answer } };
  return way === 'form'
    ? { ...common, channel: 'email', address: email, template: 'contactAnswer' }
    : { ...common, channel: way, address: phone, userId: patientId, template: 'textAnswer' };
}

interface TextSender {
  way: 'sms' | 'whatsapp';
  phone: string;
  patientId: number | null;
  locale: Lang;
}

/** Receipt of a text message. One a day per number, so that two machines do not answer each other forever. */
export const replyReceivedMessage = (
  { way, phone, patientId, locale }: TextSender,
  today: string,
): NewMessage<'replyReceived'> => ({
  dedupeKey: `reply-received:${createHash('sha256').update(phone).digest('hex').slice(0, 32)}:${today}`,
  channel: way,
  address: phone,
  userId: patientId,
  locale,
  template: 'replyReceived',
});
