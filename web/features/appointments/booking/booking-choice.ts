import type { Lang } from '#shared/messages/catalogue.ts';

/** What a woman has chosen so far; null where she has not. */
export interface BookingChoice {
  readonly locationId: number | null;
  readonly serviceId: number | null;
  readonly date: string | null;
  readonly time: string | null;
}
export const nothingChosen: BookingChoice = { locationId: null, serviceId: null, date: null, time: null };

/** A branch and a service as the form shows them, in the page's language. */
export interface BookingLocation {
  readonly id: number;
  readonly name: string;
  /** The city, under the name. */
  readonly city: string;
  readonly phone: string;
}
export interface BookingService {
  readonly id: number;
  readonly name: string;
  /** What is sent and kept, whatever the page speaks. */
  readonly englishName: string;
  readonly minutes: number;
}

export interface BookingProps {
  lang: Lang;
  /** The clinic's date. */
  today: string;
  daysAhead: number;
  locations: readonly BookingLocation[];
  services: readonly BookingService[];
  /** Where questions go. */
  contactHref: string;
}
