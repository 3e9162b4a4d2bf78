import { type Appointment, appointmentCalendarFile } from '#shared/contract/appointments.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { type Lang, localPath } from '#shared/domain/languages.ts';
import { isOpen } from '#shared/domain/visits/appointment-status.ts';
import { addressOf } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';
import { isAhead } from './changeability.ts';

/** Data to show the patient's own appointments: branches and services in the page's language. */
export interface MyVisitsProps {
  lang: Lang;
  /** First day of the calendar when an appointment is moved. */
  today: string;
  daysAhead: number;
  cutoffHours: number;
  bookHref: string;
  branches: readonly { id: number; name: string; englishName: string; phone: string; address: string }[];
  services: readonly { id: number; name: string; minutes: number /** One item per line. */; bring: string }[];
}

const start = (visit: Appointment): string => `${visit.appointmentDate} ${visit.appointmentTime}`;
/** Future appointments, the earliest first, and past or cancelled ones, the newest first. */
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

/** The first open appointment of the clinic's day, which ends at 3 AM; null if there is none. */
export function visitOfToday(visits: readonly Appointment[], now: Date): Appointment | null {
  const { date } = dayClock(now);
  return (
    visits
      .filter(({ status, appointmentDate }) => isOpen(status) && appointmentDate === date)
      .toSorted((a, b) => a.appointmentTime.localeCompare(b.appointmentTime))[0] ?? null
  );
}

/** True if the series has later appointments. */
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

/** True if a person wrote the note, and not the website. */
export const isOfNote = ({ notes }: Appointment): boolean => notes !== '' && notes !== viaWebsite;

/** The note as it is stored; the website's own note is translated. */
export function noteText({ notes }: Appointment): string {
  if (notes === '') return t('account.appointments.noNotes');
  return notes === viaWebsite ? t('account.appointments.viaWebsite') : notes;
}

export const calendarFileOf = (visit: Appointment): string =>
  addressOf(appointmentCalendarFile, { params: { id: visit.id } });

/** Address of the booking form for a person whose appointments the user manages. */
export const bookFor = ({ lang }: MyVisitsProps, id: number): string =>
  `${localPath('/book', lang)}?for=${id}`;
