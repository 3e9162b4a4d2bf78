import { isRealDate, parseDayTime } from '#shared/domain/clinic-time.ts';
import { type BookingChoice, emptyBookingChoice } from './booking-choice.ts';

/* The choice survives signing in and reloading; it ends with the tab. */
const choiceKey = 'booking-choice';
/* Storage key and event name of a choice made outside the form: "Book here" at a branch, "Book" at a
   service. */
const outsideChoiceKey = 'booking-wish';
/* Query string of the link that was already applied. */
const appliedLinkKey = 'booking-link';

let current = emptyBookingChoice;
let isRead = false;
let hadTime = false;
const listeners = new Set<() => void>();

function readStoredChoice(key: string): Partial<BookingChoice> {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<BookingChoice> | null) ?? {};
  } catch {
    return {};
  }
}

/** Reads and removes a choice made outside the form, before or after the form loaded. */
function takeOutsideChoice(): Partial<BookingChoice> {
  const wished = readStoredChoice(outsideChoiceKey);
  try {
    sessionStorage.removeItem(outsideChoiceKey);
  } catch {
    // Without storage there is no such choice.
  }
  return wished;
}

let cachedUrlChoice: BookingChoice | undefined;
/**
 * Choices of the address, whether they exist or not
 * (`/book?location=3&service=2&doctor=7&date=2027-06-09&time=15:00`).
 */
function getUrlChoice(): BookingChoice {
  cachedUrlChoice ??= parseUrlChoice();
  return cachedUrlChoice;
}

function parseUrlChoice(): BookingChoice {
  const asked = new URLSearchParams(location.search);
  const number = (name: string) => Number(asked.get(name)) || null;
  const date = asked.get('date') ?? '';
  return {
    locationId: number('location'),
    serviceId: number('service'),
    doctor: number('doctor'),
    date: isRealDate(date) ? date : null,
    time: parseDayTime(asked.get('time') ?? ''),
  };
}

/**
 * Applies the choices of a link. Once the user has chosen something after it, the link is not applied again,
 * not even after a reload.
 */
function applyUrlChoice(choice: BookingChoice): BookingChoice {
  try {
    if (choice.locationId !== null && sessionStorage.getItem(appliedLinkKey) === location.search)
      return choice;
    sessionStorage.setItem(appliedLinkKey, location.search);
  } catch {
    // Without storage there is no earlier choice.
  }
  return applyChoice(choice, getUrlChoice());
}

/** Applies requested choices. Another branch clears the chosen time, unless the request contains one. */
function applyChoice(
  choice: BookingChoice,
  { locationId, serviceId, doctor, date, time }: Partial<BookingChoice>,
): BookingChoice {
  const moves = locationId != null && locationId !== choice.locationId;
  return {
    ...choice,
    locationId: locationId ?? choice.locationId,
    serviceId: serviceId ?? choice.serviceId,
    doctor: doctor ?? (moves ? null : choice.doctor),
    date: date ?? choice.date,
    time: time ?? (moves || (doctor != null && doctor !== choice.doctor) ? null : choice.time),
  };
}

function replaceChoice(next: BookingChoice): void {
  current = next;
  try {
    sessionStorage.setItem(choiceKey, JSON.stringify(next));
  } catch {
    // Without storage the choice is only lost on reload.
  }
  for (const listener of listeners) listener();
}

/**
 * A store with the interface of ui/store.ts. Its first value is read from sessionStorage on the first read;
 * while it has subscribers it listens for choices made outside the form.
 */
export const choiceStore = {
  subscribe(listener: () => void): () => void {
    const onWish = () => replaceChoice(applyChoice(current, takeOutsideChoice()));
    listeners.add(listener);
    addEventListener(outsideChoiceKey, onWish);
    // A choice made between the first read and this subscription: nobody listened to its event.
    if ('locationId' in readStoredChoice(outsideChoiceKey)) onWish();
    return () => {
      listeners.delete(listener);
      removeEventListener(outsideChoiceKey, onWish);
    };
  },
  read(): BookingChoice {
    if (!isRead) {
      isRead = true;
      const before = { ...emptyBookingChoice, ...readStoredChoice(choiceKey) };
      hadTime = before.time !== null;
      current = applyChoice(applyUrlChoice(before), takeOutsideChoice());
    }
    return current;
  },
  readOnServer: () => emptyBookingChoice,
  linked: getUrlChoice,
  /** True if all choices were restored from this tab, after signing in or reloading. */
  wasComplete: () => hadTime,
  replace: replaceChoice,
};
