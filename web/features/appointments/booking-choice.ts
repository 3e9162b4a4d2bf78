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

/** Chosen from outside the form: "Book here" on a branch, "Book" on a service. */
export type BookingWish = Partial<Pick<BookingChoice, 'locationId' | 'serviceId'>>;
export const wishEvent = 'booking-wish';

const choiceKey = 'booking-choice';
const wishKey = 'booking-wish';

function readStore(key: string): Partial<BookingChoice> | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<BookingChoice> | null;
  } catch {
    return null;
  }
}

/** The choice outlives logging in and a reload of the tab, not the tab. */
export function keepChoice(choice: BookingChoice): void {
  try {
    sessionStorage.setItem(choiceKey, JSON.stringify(choice));
  } catch {
    // A browser that keeps nothing only loses the convenience.
  }
}

/** What was chosen before, as far as it still exists: branches and services come and go, days pass. */
export function recallChoice({ locations, services, today }: Pick<BookingProps, 'locations' | 'services' | 'today'>): BookingChoice {
  const kept = readStore(choiceKey);
  const location = locations.find(({ id }) => id === kept?.locationId);
  if (!kept || !location) return nothingChosen;
  const service = services.find(({ id }) => id === kept.serviceId) ?? services[0];
  const date = typeof kept.date === 'string' && kept.date >= today ? kept.date : null;
  return { locationId: location.id, serviceId: service?.id ?? null, date, time: date ? (kept.time ?? null) : null };
}

/** What was wished for on the page before the form was awake, or in the address (`/book?location=3`). */
export function takeWish(): BookingWish {
  const asked = new URLSearchParams(location.search);
  const wish = readStore(wishKey) ?? {};
  sessionStorage.removeItem(wishKey);
  return {
    locationId: wish.locationId ?? (Number(asked.get('location')) || null),
    serviceId: wish.serviceId ?? (Number(asked.get('service')) || null),
  };
}
