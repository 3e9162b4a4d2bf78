import type { PersonalMessage } from '#server/features/notifications/notify-actions.ts';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { Location } from '#shared/contract/locations.ts';
import type { RefusedTime } from '#shared/contract/staff-appointments.ts';
import type { Lang } from '#shared/domain/languages.ts';
import type { PersonalKind } from '#shared/domain/message-kinds.ts';
import { formatTime, formatWeekdayDate } from '#shared/domain/time-words.ts';
import { promiseOf } from '#shared/domain/visits/confirm-by.ts';
import { errors, type Refusal } from '#shared/errors.ts';
import { say } from '#shared/messages/dictionaries.ts';

/** A time that was wished, or that a visit would have had, and why it could not be. */
export interface Refused {
  date: string;
  time: string;
  because: Refusal;
}

/** The same in words, by time. */
export const refusedIn = (lang: Lang, refused: readonly Refused[]): RefusedTime[] =>
  refused
    .map(({ date, time, because }) => ({
      date,
      time,
      message: say(lang, errors[because.code].message, because.params),
    }))
    .sort((a, b) => `${a.date} ${a.time}`.localeCompare(`${b.date} ${b.time}`));

export type SeriesKind = Extract<PersonalKind, `series${string}`>;

/**
 * One message for all of them: when and where, never what for, and what is promised of the first that is
 * held. Visits of one patient, by time.
 */
export function seriesMessage(
  occasion: SeriesKind,
  lang: Lang,
  visits: readonly [Appointment, ...Appointment[]],
  place: Pick<Location, 'id' | 'name' | 'nameAr' | 'address' | 'addressAr'>,
): PersonalMessage {
  const [first] = visits;
  const held = visits.find(({ status }) => status === 'pending');
  const lines = visits.map(({ appointmentDate, appointmentTime }) =>
    say(lang, 'mail.seriesBooked.line', {
      date: formatWeekdayDate(lang, appointmentDate),
      time: formatTime(lang, appointmentTime),
    }),
  );
  return {
    userId: first.userId,
    dedupeKey: `${occasion}:${first.id}:${first.version}`,
    template: occasion,
    params: {
      n: visits.length,
      list: lines.join('\n'),
      date: first.appointmentDate,
      time: first.appointmentTime,
      locationId: place.id,
      location: (lang === 'ar' && place.nameAr) || place.name,
      address: (lang === 'ar' && place.addressAr) || place.address,
      reference: first.reference,
      link: '/book',
      ...(held && promiseOf(held)),
    },
    appointmentId: first.id,
    visitIds: visits.map(({ id }) => id),
  };
}
