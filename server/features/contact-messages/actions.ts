import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { enqueue } from '#server/engine/delivery/outbox.ts';
import { type Actor, recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { createDeceptiveNameCheck } from '#server/features/notifications/deceptive-name-queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { findUser } from '#server/features/users/queries.ts';
import type {
  answerContactMessage as api,
  ContactMessage,
  createContactMessage,
} from '#shared/contract/contact-messages.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import { senderNameIn } from '#shared/domain/clinic-settings.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { fitsText } from '#shared/domain/messages/text-parts.ts';
import { Refusal } from '#shared/errors.ts';
import {
  contactAnswerMessage,
  contactReceivedMessage,
  contactToClinicMessage,
  replyReceivedMessage,
} from './messages.ts';
import {
  findContactMessage,
  insertContactMessage,
  insertReply,
  type NewTextReply,
  updateContactMessage,
} from './queries.ts';

/** Saves a message of the contact form, notifies the clinic and thanks the sender. */
export async function receiveContactMessage(
  deps: Deps,
  actor: Actor,
  lang: Lang,
  body: Body<typeof createContactMessage>,
): Promise<void> {
  const { contactEmail } = await currentSettings(deps);
  const isDeceptive = await createDeceptiveNameCheck(deps);
  const now = deps.now();
  await inTransaction(deps.db, async (tx) => {
    // Linked to the signed-in account, and deleted with it, whatever address was typed.
    const patientId = actor.role === 'patient' || actor.role === 'user' ? actor.id : null;
    const id = await insertContactMessage(tx, body, { locale: lang, now, patientId });
    const name = isDeceptive(body.name) ? '' : body.name;
    const sender = { id, name, email: body.email, locale: lang };
    if (contactEmail) await enqueue(tx, contactToClinicMessage(sender, contactEmail));
    await enqueue(tx, contactReceivedMessage(sender, clinicClock(now).date));
    await recordEvent(tx, actor, { action: 'received', subject: 'contact-messages', subjectId: id });
  });
}

/**
 * Saves a message of a signed-in patient. The answer goes to the e-mail address of the account, else to its
 * confirmed phone number.
 */
export async function receiveOwnMessage(
  deps: Deps,
  viewer: Viewer,
  lang: Lang,
  message: string,
): Promise<void> {
  const user = await findUser(deps.db, viewer.id);
  const name = user?.name || viewer.username || '';
  if (user?.email) return receiveContactMessage(deps, viewer, lang, { name, email: user.email, message });
  if (!user?.phone || !user.phoneConfirmedAt) throw new Refusal('no_address');
  const now = deps.now();
  const reply = { way: 'sms', phone: user.phone, name, message, locale: lang, patientId: viewer.id } as const;
  await inTransaction(deps.db, (tx) =>
    receiveReply(tx, viewer, { ...reply, locationId: null, deliveryId: null, now }, true),
  );
}

/**
 * Saves a text message from a phone in the inbox of a branch. Confirms receipt once a day if no other answer
 * is sent.
 */
export async function receiveReply(
  tx: Db,
  actor: Actor,
  reply: NewTextReply,
  thanks: boolean,
): Promise<void> {
  const id = await insertReply(tx, reply);
  if (id === undefined) return;
  if (thanks) await enqueue(tx, replyReceivedMessage(reply, clinicClock(reply.now).date));
  await recordEvent(tx, actor, {
    action: 'received',
    subject: 'contact-messages',
    subjectId: id,
    patientId: reply.patientId,
    locationId: reply.locationId,
  });
}

async function changeLockedMessage(
  deps: Deps,
  viewer: Viewer,
  id: number,
  work: (tx: Parameters<typeof findContactMessage>[0], before: ContactMessage) => Promise<void>,
) {
  return inTransaction(deps.db, async (tx) => {
    const before = await findContactMessage(tx, viewer, id, true);
    if (!before) throw new Refusal('not_found');
    await work(tx, before);
    const after = await findContactMessage(tx, viewer, id);
    if (!after) throw new Refusal('not_found');
    return after;
  });
}

/** Marks a message as read, closed or new again. */
export const changeContactMessage = (
  deps: Deps,
  viewer: Viewer,
  id: number,
  state: 'new' | 'read' | 'closed',
): Promise<ContactMessage> =>
  changeLockedMessage(deps, viewer, id, async (tx, before) => {
    if (before.state === state) return;
    await updateContactMessage(tx, id, { state }, deps.now());
    await recordEvent(tx, viewer, {
      action: 'changed',
      subject: 'contact-messages',
      subjectId: id,
      before: { state: before.state },
      after: { state },
    });
  });

/** Sends the answer by the channel of the message, and adds it to the answers stored with the message. */
export async function answerContactMessage(
  deps: Deps,
  viewer: Viewer,
  id: number,
  { answer, seen }: Body<typeof api>,
): Promise<ContactMessage> {
  const settings = await currentSettings(deps);
  const now = deps.now();
  return changeLockedMessage(deps, viewer, id, async (tx, before) => {
    if (before.way !== 'form' && !fitsText(`${senderNameIn(before.locale, settings)}: ${answer}`))
      throw new Refusal('malformed', { fields: { answer: 'validation.textTooLong' } });
    if (seen !== undefined && seen !== before.answer) throw new Refusal('stale', { current: before });
    const answers = before.answer === null ? answer : `${before.answer}\n\n${answer}`;
    await updateContactMessage(tx, id, { state: 'answered', answer: answers, answeredBy: viewer.id }, now);
    await enqueue(tx, contactAnswerMessage(before, answer, viewer.requestId ?? now.toISOString()));
    await recordEvent(tx, viewer, {
      action: 'answered',
      subject: 'contact-messages',
      subjectId: id,
      before: { state: before.state },
      after: { state: 'answered' },
    });
  });
}
