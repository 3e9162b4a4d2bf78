import { type Appointment, appointmentCalendarFile } from '#shared/contract/appointments.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { type Lang, localPath } from '#shared/domain/languages.ts';
import { isOpen } from '#shared/domain/visits/appointment-status.ts';
import { addressOf } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';
import { isAhead } from './changeability.ts';

/** What her own visits are shown with: the clinic's branches and services in the page's language. */
export interface MyVisitsProps {
  lang: Lang;
  /** The calendar's, with which moving a visit begins. */
  today: string;
  daysAhead: number;
  cutoffHours: number;
  bookHref: string;
  branches: readonly { id: number; name: string; englishName: string; phone: string; address: string }[];
  services: readonly { id: number; name: string; minutes: number /** One thing a line. */; bring: string }[];
}

const start = (visit: Appointment): string => `${visit.appointmentDate} ${visit.appointmentTime}`;
/** What is still to come, the nearest first, apart from what is over or cancelled, the newest first. */
export function inOrder(
  visits: readonly Appointment[],
  now: Date,
): { upcoming: Appointment[]; past: Appointment[] } {
  const clock = dayClock(now);
  const sorted = visits.toSorted((a, b) => (start(a) < start(b) ? -1 : 1));
  return {
    upcoming: sorted.filter((visit) => isAhead(visit, clock)),
    past: sorted.filter((visit) => !isAhead(visit, clock)).reverse(),
  };
}

/** The first of the clinic's day, which goes on until 3 AM; null: she has none, or none any more. */
export function visitOfToday(visits: readonly Appointment[], now: Date): Appointment | null {
  const { date } = dayClock(now);
  return (
    visits
      .filter(({ status, appointmentDate }) => isOpen(status) && appointmentDate === date)
      .toSorted((a, b) => a.appointmentTime.localeCompare(b.appointmentTime))[0] ?? null
  );
}

/** Others of its series are still to come after it. */
export const isFollowed = (visit: Appointment, upcoming: readonly Appointment[]): boolean =>
  visit.seriesId !== null &&
  upcoming.some((other) => other.seriesId === visit.seriesId && start(other) > start(visit));

export const branchName = ({ branches }: Pick<MyVisitsProps, 'branches'>, visit: Appointment): string =>
  branches.find(({ id }) => id === visit.locationId)?.name ||
  visit.locationName ||
  t('account.appointments.unknownLocation');

export const serviceName = ({ services }: Pick<MyVisitsProps, 'services'>, visit: Appointment): string =>
  services.find(({ id }) => id === visit.serviceId)?.name ?? visit.service;

const viaWebsite = 'Booked via website';

/** Somebody wrote a note: not only the website itself. */
export const isOfNote = ({ notes }: Appointment): boolean => notes !== '' && notes !== viaWebsite;

/** Her note as it is kept; what the website itself wrote is said in the page's language. */
export function noteText({ notes }: Appointment): string {
  if (notes === '') return t('account.appointments.noNotes');
  return notes === viaWebsite ? t('account.appointments.viaWebsite') : notes;
}

export const calendarFileOf = (visit: Appointment): string =>
  addressOf(appointmentCalendarFile, { params: { id: visit.id } });

/** Where she books for somebody she looks after. */
export const bookFor = ({ lang }: MyVisitsProps, id: number): string =>
  `${localPath('/book', lang)}?for=${id}`;
