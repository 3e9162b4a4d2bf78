import type { KnownMessage } from '#server/engine/delivery/worker.ts';
import type { PersonalMessage } from '#server/features/notifications/notify-actions.ts';
import type { Location } from '#shared/contract/locations.ts';
import { clinicClock, splitLocal } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { oldStartParams } from '#shared/domain/messages/timely-channels.ts';
import type { OfferRow } from './queries.ts';

type Place = Pick<Location, 'id' | 'name' | 'nameAr'>;
const placeNameIn = (lang: Lang, { name, nameAr }: Place): string => (lang === 'ar' && nameAr) || name;

/** Date, time, branch and deadline, never the service: other people may see a message. */
export function offerMessage(lang: Lang, offer: OfferRow, place: Place, now: Date): PersonalMessage {
  const { date, time } = splitLocal(offer.localStart);
  const until = clinicClock(offer.heldUntil);
  return {
    userId: offer.patientId,
    dedupeKey: `offer:${offer.id}`,
    template:
      offer.reason === 'displaced'
        ? 'offerDisplaced'
        : offer.visitStart === null
          ? 'offerTime'
          : 'offerEarlier',
    params: {
      offer: offer.id,
      date,
      time,
      locationId: place.id,
      location: placeNameIn(lang, place),
      byDate: until.date,
      byTime: until.time,
      minutes: Math.ceil((offer.heldUntil.getTime() - now.getTime()) / 60_000),
      link: '/profile?tab=appointments',
      ...(offer.visitStart === null ? {} : oldStartParams(offer.visitStart)),
    },
    ...(offer.reason === 'displaced' && offer.appointmentId !== null
      ? { visitIds: [offer.appointmentId] }
      : {}),
    appointmentId: offer.appointmentId,
    offerId: offer.id,
  };
}

/** The clinic cannot keep the offer: the doctor is absent or has left, or the branch is closed then. */
export function offerGoneMessage(lang: Lang, offer: OfferRow, place: Place): PersonalMessage {
  const { date, time } = splitLocal(offer.localStart);
  return {
    userId: offer.patientId,
    dedupeKey: `offer-gone:${offer.id}`,
    template: 'offerGone',
    params: {
      offer: offer.id,
      date,
      time,
      locationId: place.id,
      location: placeNameIn(lang, place),
      link: '/profile?tab=appointments',
    },
    appointmentId: offer.appointmentId,
  };
}

/** Separator between appointments of a list: their names contain commas. */
const listSeparator: Record<Lang, string> = { en: '; ', ar: '؛ ' };

/** A displaced appointment as a message about several names it: by time or by reference. */
export interface NamedVisit {
  readonly id: number;
  readonly start: string | null;
  readonly name: string;
}
const nameOfVisit = (id: number): string => `visitName_${id}`;

/** Parameters of the message about several displaced appointments. */
const displacedListParams = (lang: Lang, visits: readonly Pick<NamedVisit, 'name'>[]) => ({
  n: visits.length,
  visits: visits.map(({ name }) => name).join(listSeparator[lang]),
});

/** The start of the first displaced appointment: the message is urgent if that is near. */
function firstStartParams(starts: readonly string[]) {
  const [first] = starts.toSorted();
  return first === undefined ? {} : oldStartParams(first);
}

/** Several appointments of one recipient, or for one phone, with one link to all of them. */
export function severalDisplacedMessage(
  lang: Lang,
  offer: OfferRow,
  visits: readonly NamedVisit[],
): Omit<PersonalMessage, 'dedupeKey'> {
  return {
    userId: offer.patientId,
    template: 'offerDisplacedSeveral',
    params: {
      offer: offer.id,
      ...displacedListParams(lang, visits),
      ...Object.fromEntries(visits.map(({ id, name }) => [nameOfVisit(id), name])),
      ...firstStartParams(visits.flatMap(({ start }) => start ?? [])),
      link: '/profile?tab=appointments',
    },
    visitIds: visits.map(({ id }) => id),
    offerId: offer.id,
  };
}

/** The same message about the appointments that still cannot take place, with the start of each. */
export function withOnlyDisplaced(
  message: KnownMessage,
  stillDisplaced: ReadonlyMap<number, string>,
): KnownMessage {
  const { locale } = message;
  const { oldDate: _oldDate, oldTime: _oldTime, ...params } = message.params;
  const visitIds = [...stillDisplaced.keys()];
  const visits = visitIds.map((id) => ({ name: String(params[nameOfVisit(id)]) }));
  return {
    ...message,
    visitIds,
    params: {
      ...params,
      ...displacedListParams(locale, visits),
      ...firstStartParams([...stillDisplaced.values()]),
    },
  };
}

/** To the branch's staff, in the app: the patient wants to be called. */
export const callRequestMessage = (to: { id: number; locale: Lang }, offer: OfferRow, place: Place) => {
  const { date, time } = splitLocal(offer.localStart);
  return {
    userId: to.id,
    dedupeKey: `staffCallWanted:${offer.id}:${to.id}`,
    channel: 'app' as const,
    locale: to.locale,
    template: 'staffCallWanted' as const,
    params: {
      date,
      time,
      locationId: place.id,
      location: placeNameIn(to.locale, place),
      link: '/clinic/day',
    },
  };
};
