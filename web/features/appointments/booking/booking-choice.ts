import type { Lang } from '#shared/domain/languages.ts';
import type { BookedBy } from '#shared/domain/visits/doctor-times.ts';
import type { DoctorChoice } from '#web/features/appointments/doctors/doctor-choice.ts';

/** The choices made so far; null for a choice that is still open. */
export interface BookingChoice {
  readonly locationId: number | null;
  readonly serviceId: number | null;
  /** Only used at branches that are booked by doctor. */
  readonly doctor: DoctorChoice | null;
  readonly date: string | null;
  readonly time: string | null;
}
/** A choice that can be sent. */
export interface CompleteChoice {
  readonly locationId: number;
  readonly serviceId: number;
  readonly doctor: DoctorChoice | null;
  readonly date: string;
  readonly time: string;
}
/** Null while a choice other than the doctor is open: only some branches need a doctor. */
export function completeChoice({
  locationId,
  serviceId,
  doctor,
  date,
  time,
}: BookingChoice): CompleteChoice | null {
  if (locationId === null || serviceId === null || date === null || time === null) return null;
  return { locationId, serviceId, doctor, date, time };
}
export const emptyBookingChoice: BookingChoice = {
  locationId: null,
  serviceId: null,
  doctor: null,
  date: null,
  time: null,
};

/** A branch as the form shows it, in the page's language. */
export interface BookingLocation {
  readonly id: number;
  readonly name: string;
  /** City, shown under the name. */
  readonly city: string;
  readonly phone: string;
  readonly address: string;
  readonly landmark: string;
  readonly whatsapp: string;
  readonly bookedBy: BookedBy;
}
export interface BookingService {
  readonly id: number;
  readonly name: string;
  readonly minutes: number;
  /** One short line that distinguishes the service from others. */
  readonly about: string;
  readonly whatHappens: string;
  /** One item per line. */
  readonly bring: string;
  /** In Egyptian pounds. */
  readonly priceFrom: number | null;
}

export interface BookingProps {
  lang: Lang;
  /** Today's date at the clinic. */
  today: string;
  daysAhead: number;
  locations: readonly BookingLocation[];
  services: readonly BookingService[];
  cutoffHours: number;
  /** Number of missed appointments after which a booking waits for a call by the clinic; null: never. */
  callAfter: number | null;
  /** Address of the contact form. */
  contactHref: string;
  /** The booking has its own page, so that its heading is the heading of the page. */
  isPage: boolean;
}
