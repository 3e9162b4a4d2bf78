import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import {
  findMessageReaders,
  type PatientMessageRecipient,
} from '#server/features/families/family-queries.ts';
import {
  createChannelMessage,
  createNonPhoneMessages,
  createPhoneMessages,
  findMessagePhone,
  type MessagesWithLinks,
  type NonPhoneChannel,
  notifyOnce,
  phoneKey,
} from '#server/features/notifications/notify-actions.ts';
import { buildOfferMessage } from '#server/features/offers/actions.ts';
import type { OfferRow } from '#server/features/offers/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { splitLocal } from '#shared/domain/clinic-time.ts';
import { formatVisit } from '#shared/domain/format-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { isReachable } from '#shared/domain/messages/contact-channels.ts';
import { findNextStart, withTimelyChannels } from '#shared/domain/messages/timely-channels.ts';
import { referenceCode } from '#shared/domain/people/reference-code.ts';
import type { RequestedAppointment } from './requested-offer-queries.ts';

/** Deduplication key of a message about displaced appointments, without its channel. */
export const displacedKey = (batch: string, recipient: string): string => `displaced:${batch}:${recipient}`;
/**
 * The batch in the deduplication key of a message about displaced appointments, of whichever recipient and
 * channel.
 */
export const parseBatch = (dedupeKey: string): string =>
  dedupeKey.replace(/^displaced:|:(?:phone:[\da-f]{16}|\d{1,10}):\w+$/g, '');

const formatStart = (lang: Lang, start: string): string => {
  const { date, time } = splitLocal(start);
  return formatVisit(lang, date, time);
};

interface NotificationBatch {
  /** The other offers of the same message, and this one. */
  together: readonly RequestedAppointment[];
  /** Deduplication key of a repeated request. */
  batch: string;
  /**
   * Sends only text messages or only messages by this channel, because the patients already have the rest.
   */
  only?: 'texts' | NonPhoneChannel | undefined;
}

/**
 * Notifies patients about times that are held instead of displaced appointments. Each recipient and each
 * phone gets one message with one link, also for several appointments, a guardian, or people who share a
 * number. Several appointments of one patient are listed by time, those of several patients by reference.
 * Messages to a shared phone contain no names. Returns the offers whose recipients are notified before the
 * deadline.
 */
export async function notifyDisplacedPatients(
  tx: Db,
  deps: Deps,
  offers: readonly OfferRow[],
  { together, batch, only }: NotificationBatch,
): Promise<Set<OfferRow>> {
  const patients = [...offers, ...together].map(({ patientId }) => patientId);
  const readers = await findMessageReaders(tx, [...new Set(patients)]);
  const settings = await currentSettings({ ...deps, db: tx });
  const { prefix } = settings;
  const now = deps.now();
  /** The content of the messages: one appointment in full, several by time or by reference. */
  const letterOf = async (
    offer: OfferRow,
    reader: PatientMessageRecipient,
    {
      write,
      key,
      is,
    }: { write: typeof createPhoneMessages; key: string; is: (one?: PatientMessageRecipient) => boolean },
  ): Promise<MessagesWithLinks[]> => {
    const theirs = together.filter(({ patientId }) => is(readers.get(patientId)));
    const starts = new Map([
      [offer.appointmentId, offer.visitStart],
      ...theirs.map(({ appointmentId, localStart }) => [appointmentId, localStart] as const),
    ]);
    const isOfOne = theirs.every(({ patientId }) => patientId === offer.patientId);
    const nameOf = (id: number, start: string | null) =>
      isOfOne && start !== null ? formatStart(reader.locale, start) : referenceCode(prefix, id);
    const visits = [...starts].flatMap(([id, start]) =>
      id === null ? [] : { id, start, name: nameOf(id, start) },
    );
    const words = await buildOfferMessage(tx, deps, offer, { locale: reader.locale, visits });
    const to = isOfOne ? reader : { ...reader, about: null };
    return words ? [write(to, { ...words, dedupeKey: displacedKey(batch, key) })] : [];
  };
  const withTexts = only === undefined || only === 'texts';
  const letters: MessagesWithLinks[] = [];
  const heard = new Set<OfferRow>();
  for (const offer of offers) {
    const reader = readers.get(offer.patientId);
    if (!reader) continue;
    const start = findNextStart(now, [offer.localStart, offer.visitStart]);
    if (isReachable(withTimelyChannels(reader, settings, { now, start, by: offer.heldUntil })))
      heard.add(offer);
    const beside = {
      write: withTexts ? createNonPhoneMessages : createChannelMessage(only),
      key: String(reader.id),
      is: (one?: PatientMessageRecipient) => one?.id === reader.id,
    };
    if (only !== 'texts') letters.push(...(await letterOf(offer, reader, beside)));
    const phone = findMessagePhone(reader);
    const texts = {
      write: createPhoneMessages,
      key: phoneKey(phone ?? ''),
      is: (one?: PatientMessageRecipient) => findMessagePhone(one) === phone,
    };
    if (phone !== null && withTexts) letters.push(...(await letterOf(offer, reader, texts)));
  }
  await notifyOnce(tx, letters);
  return heard;
}
