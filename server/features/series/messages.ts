import { toldStarts } from '#server/engine/delivery/queries.ts';
import type { StatedAppointment } from '#server/features/appointments/history-queries.ts';
import type { PersonalMessage } from '#server/features/notifications/notify-actions.ts';
import type { Location } from '#shared/contract/locations.ts';
import type { RefusedTime } from '#shared/contract/staff-appointments.ts';
import { localDateTime } from '#shared/domain/clinic-time.ts';
import { formatTime, formatWeekdayDate } from '#shared/domain/format-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import type { PersonalKind } from '#shared/domain/message-kinds.ts';
import { findPromise } from '#shared/domain/visits/confirm-by.ts';
import { errors, type Refusal } from '#shared/errors.ts';
import { say } from '#shared/messages/dictionaries.ts';

/** A requested time, or the time of an appointment, and why it was not possible. */
export interface RefusedVisit {
  date: string;
  time: string;
  because: Refusal;
}

/** The same as text, by time. */
export const formatRefused = (lang: Lang, refused: readonly RefusedVisit[]): RefusedTime[] =>
  refused
    .map(({ date, time, because }) => ({
      date,
      time,
      message: say(lang, errors[because.code].message, because.params),
    }))
    .sort((a, b) => `${a.date} ${a.time}`.localeCompare(`${b.date} ${b.time}`));

export type SeriesKind = Extract<PersonalKind, `series${string}`>;

type StatedBranch = Pick<Location, 'id' | 'name' | 'nameAr' | 'address' | 'addressAr'>;

/**
 * One message for all appointments of one patient, by time: date, time and branch, never the service, and the
 * promised confirmation of the first pending one. `place` is the branch of the first; if others are at other
 * branches, each line names its branch, and a short text says so.
 */
export function seriesMessage(
  occasion: SeriesKind,
  lang: Lang,
  visits: readonly [StatedAppointment, ...StatedAppointment[]],
  place: StatedBranch,
  places: readonly StatedBranch[],
): PersonalMessage {
  const [first] = visits;
  const held = visits.find(({ status }) => status === 'pending');
  const nameOf = ({ name, nameAr }: StatedBranch) => (lang === 'ar' && nameAr) || name;
  const addressOf = ({ address, addressAr }: StatedBranch) => (lang === 'ar' && addressAr) || address;
  const others = places.filter(
    ({ id }) => id !== place.id && visits.some((visit) => visit.locationId === id),
  );
  const lines = visits.map(({ appointmentDate, appointmentTime, locationId }) =>
    say(lang, others.length > 0 ? 'mail.seriesBooked.lineWithBranch' : 'mail.seriesBooked.line', {
      date: formatWeekdayDate(lang, appointmentDate),
      time: formatTime(lang, appointmentTime),
      location: nameOf(others.find(({ id }) => id === locationId) ?? place),
    }),
  );
  // The text continues with “branch, address”: further branches follow on lines of their own.
  const further = others.map((other) => `${nameOf(other)}${lang === 'ar' ? '،' : ','} ${addressOf(other)}`);
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
      location: nameOf(place),
      address: [addressOf(place), ...further].join('\n'),
      reference: first.reference,
      link: '/book',
      // The short text of a cancellation names no branch.
      ...(others.length > 0 && occasion !== 'seriesCancelled' && { differentBranches: 1 }),
      ...(held && findPromise(held)),
      ...(occasion === 'seriesCancelled'
        ? {}
        : toldStarts(
            visits.map(({ id, appointmentDate, appointmentTime }) => ({
              id,
              localStart: localDateTime(appointmentDate, appointmentTime),
            })),
          )),
    },
    appointmentId: first.id,
    visitIds: visits.map(({ id }) => id),
  };
}
