import { createHash } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Recipient } from '#server/engine/delivery/queries.ts';
import { type Reader, readersOf } from '#server/features/families/family-queries.ts';
import {
  byPhone,
  messagesBesidePhone,
  messagesToPhone,
  notifyOnce,
  type PersonMessages,
} from '#server/features/notifications/notify-actions.ts';
import { wordsOf } from '#server/features/offers/actions.ts';
import type { OfferRow } from '#server/features/offers/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { splitLocal } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { addressOn, firstChannel } from '#shared/domain/messages/contact-channels.ts';
import { referenceCode } from '#shared/domain/people/reference-code.ts';
import { formatVisit } from '#shared/domain/time-words.ts';
import type { Displaced } from './requested-offer-queries.ts';

/** The phone number that messages to this recipient go to; null if no text message reaches the recipient. */
export const phoneOf = (reader: Recipient | undefined): string | null => {
  const way = reader?.channels.find((channel) => byPhone(channel) && addressOn(channel, reader) !== null);
  return reader && way ? addressOn(way, reader) : null;
};
/** A short form without a number. */
export const keyOf = (words: string): string => createHash('sha256').update(words).digest('hex').slice(0, 16);

const atTime = (lang: Lang, start: string): string => {
  const { date, time } = splitLocal(start);
  return formatVisit(lang, date, time);
};

interface Told {
  /** The other offers of the same message, and this one. */
  together: readonly Displaced[];
  /** Deduplication key of a repeated request. */
  batch: string;
  /** Sends only text messages or only the other messages, because the patients already have the rest. */
  only?: 'texts' | 'others';
}

/**
 * Notifies patients about times that are held instead of displaced appointments. Each recipient and each
 * phone gets one message with one link, also for several appointments, a guardian, or people who share a
 * number. Several appointments of one patient are listed by time, those of several patients by reference.
 * Messages to a shared phone contain no names. Returns the offers of notified recipients.
 */
export async function notifyDisplaced(
  tx: Db,
  deps: Deps,
  offers: readonly OfferRow[],
  { together, batch, only }: Told,
): Promise<Set<OfferRow>> {
  const patients = [...offers, ...together].map(({ patientId }) => patientId);
  const readers = await readersOf(tx, [...new Set(patients)]);
  const { prefix } = await currentSettings({ ...deps, db: tx });
  /** The content of the messages: one appointment in full, several by time or by reference. */
  const letterOf = async (
    offer: OfferRow,
    reader: Reader,
    { write, key, is }: { write: typeof messagesToPhone; key: string; is: (one?: Reader) => boolean },
  ): Promise<PersonMessages[]> => {
    const theirs = together.filter(({ patientId }) => is(readers.get(patientId)));
    const starts = new Map([
      [offer.appointmentId, offer.visitStart],
      ...theirs.map(({ appointmentId, localStart }) => [appointmentId, localStart] as const),
    ]);
    const isOfOne = theirs.every(({ patientId }) => patientId === offer.patientId);
    const nameOf = (id: number, start: string | null) =>
      isOfOne && start !== null ? atTime(reader.locale, start) : referenceCode(prefix, id);
    const visits = [...starts].flatMap(([id, start]) => (id === null ? [] : { id, name: nameOf(id, start) }));
    const words = await wordsOf(tx, deps, offer, { locale: reader.locale, visits });
    const to = isOfOne ? reader : { ...reader, about: null };
    return words ? [write(to, { ...words, dedupeKey: `displaced:${batch}:${key}` })] : [];
  };
  const letters: PersonMessages[] = [];
  const heard = new Set<OfferRow>();
  for (const offer of offers) {
    const reader = readers.get(offer.patientId);
    if (!reader) continue;
    if (firstChannel(reader) !== null) heard.add(offer);
    const beside = {
      write: messagesBesidePhone,
      key: String(reader.id),
      is: (one?: Reader) => one?.id === reader.id,
    };
    if (only !== 'texts') letters.push(...(await letterOf(offer, reader, beside)));
    const phone = phoneOf(reader);
    const texts = {
      write: messagesToPhone,
      key: `phone:${keyOf(phone ?? '')}`,
      is: (one?: Reader) => phoneOf(one) === phone,
    };
    if (phone !== null && only !== 'others') letters.push(...(await letterOf(offer, reader, texts)));
  }
  await notifyOnce(tx, letters);
  return heard;
}
