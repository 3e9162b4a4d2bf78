import type { Lang } from '#shared/domain/languages.ts';
import type { BookedBy } from '#shared/domain/visits/doctor-times.ts';
import type { DoctorChoice } from '#web/features/appointments/doctors/doctor-choice.ts';

/** What a woman has chosen so far; null where she has not. */
export interface BookingChoice {
  readonly locationId: number | null;
  readonly serviceId: number | null;
  /** Where doctors are booked. */
  readonly doctor: DoctorChoice | null;
  readonly date: string | null;
  readonly time: string | null;
}
export const nothingChosen: BookingChoice = {
  locationId: null,
  serviceId: null,
  doctor: null,
  date: null,
  time: null,
};

/** A branch and a service as the form shows them, in the page's language. */
export interface BookingLocation {
  readonly id: number;
  readonly name: string;
  /** The city, under the name. */
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
  /** What is sent and kept, whatever the page speaks. */
  readonly englishName: string;
  readonly minutes: number;
  /** One short line that tells it from the others. */
  readonly about: string;
  readonly whatHappens: string;
  /** One thing a line. */
  readonly bring: string;
  /** In Egyptian pounds. */
  readonly priceFrom: number | null;
}

export interface BookingProps {
  lang: Lang;
  /** The clinic's date. */
  today: string;
  daysAhead: number;
  locations: readonly BookingLocation[];
  services: readonly BookingService[];
  cutoffHours: number;
  /** After so many missed visits what she books waits for a call; null: never. */
  callAfter: number | null;
  /** Where questions go. */
  contactHref: string;
  /** The booking is a page of its own: its heading is the page's. */
  isPage: boolean;
}
