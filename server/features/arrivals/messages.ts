import type { PersonalMessage } from '#server/features/notifications/notify-actions.ts';
import type { Location } from '#shared/contract/locations.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { referenceCode } from '#shared/domain/people/reference-code.ts';
import type { ExpectedAppointment } from './queries.ts';

/** Deduplication key of the message about the delay of an appointment. */
export const delayKey = ({ id, date, time }: Pick<DelayMessageParams, 'id' | 'date' | 'time'>): string =>
  `delay:${id}:${date} ${time}`;

interface DelayMessageParams extends Pick<ExpectedAppointment, 'id' | 'patientId'> {
  date: string;
  time: string;
  late: number;
  /** The time before which she need not be there. */
  come: string;
  prefix: string;
}

/** Tells a patient of today's delay and when to come, never the service. Once per appointment and time. */
export const delayMessage = (
  lang: Lang,
  place: Pick<Location, 'id' | 'name' | 'nameAr' | 'address' | 'addressAr'>,
  { id, patientId, date, time, late, come, prefix }: DelayMessageParams,
): PersonalMessage => ({
  userId: patientId,
  dedupeKey: delayKey({ id, date, time }),
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
