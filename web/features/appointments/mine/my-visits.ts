import { type Appointment, appointmentCalendarFile } from '#shared/contract/appointments.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { type Lang, localPath } from '#shared/domain/languages.ts';
import { isOpen } from '#shared/domain/visits/appointment-status.ts';
import { buildEndpointUrl } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';
import { isOpenAndUpcoming } from './changeability.ts';

/** Data to show the patient's own appointments: branches and services in the page's language. */
export interface MyVisitsProps {
  lang: Lang;
  /** First day of the calendar when an appointment is moved. */
  today: string;
  daysAhead: number;
  cutoffHours: number;
  bookHref: string;
  branches: readonly {
    id: number;
    name: string;
    englishName: string;
    phone: string;
    address: string;
    closedFrom: string | null;
  }[];
  services: readonly { id: number; name: string; minutes: number /** One item per line. */; bring: string }[];
}

const startKey = (visit: Appointment): string => `${visit.appointmentDate} ${visit.appointmentTime}`;
/** Future appointments, the earliest first, and past or cancelled ones, the newest first. */
export function splitUpcomingAndPast(
  visits: readonly Appointment[],
  now: Date,
): { upcoming: Appointment[]; past: Appointment[] } {
  const clock = dayClock(now);
  const sorted = visits.toSorted((a, b) => (startKey(a) < startKey(b) ? -1 : 1));
  return {
    upcoming: sorted.filter((visit) => isOpenAndUpcoming(visit, clock)),
    past: sorted.filter((visit) => !isOpenAndUpcoming(visit, clock)).reverse(),
  };
}

/** The first open appointment of the clinic's day, which ends at 3 AM; null if there is none. */
export function findTodaysVisit(visits: readonly Appointment[], now: Date): Appointment | null {
  const { date } = dayClock(now);
  return (
    visits
      .filter(({ status, appointmentDate }) => isOpen(status) && appointmentDate === date)
      .toSorted((a, b) => a.appointmentTime.localeCompare(b.appointmentTime))[0] ?? null
  );
}

/** True if the series has later appointments. */
export const hasLaterInSeries = (visit: Appointment, upcoming: readonly Appointment[]): boolean =>
  visit.seriesId !== null &&
  upcoming.some((other) => other.seriesId === visit.seriesId && startKey(other) > startKey(visit));

export const getVisitBranchName = (
  { branches }: Pick<MyVisitsProps, 'branches'>,
  visit: Appointment,
): string =>
  branches.find(({ id }) => id === visit.locationId)?.name ||
  visit.locationName ||
  t('account.appointments.unknownLocation');

export const getVisitServiceName = (
  { services }: Pick<MyVisitsProps, 'services'>,
  visit: Appointment,
): string => services.find(({ id }) => id === visit.serviceId)?.name ?? visit.service;

const websiteNote = 'Booked via website';

/** True if a person wrote the note, and not the website. */
export const hasWrittenNote = ({ notes }: Appointment): boolean => notes !== '' && notes !== websiteNote;

/** The note as it is stored; the website's own note is translated. */
export function formatVisitNote({ notes }: Appointment): string {
  if (notes === '') return t('account.appointments.noNotes');
  return notes === websiteNote ? t('account.appointments.viaWebsite') : notes;
}

export const buildCalendarFileHref = (visit: Appointment): string =>
  buildEndpointUrl(appointmentCalendarFile, { params: { id: visit.id } });

/** Address of the booking form for a person whose appointments the user manages. */
export const buildPersonBookingHref = ({ lang }: MyVisitsProps, id: number): string =>
  `${localPath('/book', lang)}?for=${id}`;
