import type { PersonalMessage } from '#server/features/notifications/notify-actions.ts';
import type { Location } from '#shared/contract/locations.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { referenceCode } from '#shared/domain/people/reference-code.ts';
import type { ComingToday } from './queries.ts';

interface Late extends Pick<ComingToday, 'id' | 'patientId'> {
  date: string;
  time: string;
  late: number;
  /** When she need not be there before. */
  come: string;
  prefix: string;
}

/** That it runs late today, and when she can come; never what for. Once for a visit at its time. */
export const delayMessage = (
  lang: Lang,
  place: Pick<Location, 'id' | 'name' | 'nameAr' | 'address' | 'addressAr'>,
  { id, patientId, date, time, late, come, prefix }: Late,
): PersonalMessage => ({
  userId: patientId,
  dedupeKey: `delay:${id}:${date} ${time}`,
  template: 'delay',
  params: {
    date,
    time,
    n: late,
    come,
    locationId: place.id,
    location: (lang === 'ar' && place.nameAr) || place.name,
    address: (lang === 'ar' && place.addressAr) || place.address,
    reference: referenceCode(prefix, id),
  },
  appointmentId: id,
});
