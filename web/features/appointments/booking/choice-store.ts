import { isRealDate, parseDayTime } from '#shared/domain/clinic-time.ts';
import { type BookingChoice, nothingChosen } from './booking-choice.ts';

/* The choice outlives logging in and a reload of the tab, not the tab. */
const choiceKey = 'booking-choice';
/* Also the name of the event: "Book here" on a branch, "Book" on a service. */
const wish = 'booking-wish';
/* The address whose link was followed. */
const followed = 'booking-link';

let current = nothingChosen;
let isRead = false;
let hadTime = false;
const listeners = new Set<() => void>();

function kept(key: string): Partial<BookingChoice> {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<BookingChoice> | null) ?? {};
  } catch {
    return {};
  }
}

/** What was wished for outside the form, before it was awake or since. */
function takeWish(): Partial<BookingChoice> {
  const wished = kept(wish);
  try {
    sessionStorage.removeItem(wish);
  } catch {
    // A browser that keeps nothing kept no wish.
  }
  return wished;
}

let link: BookingChoice | undefined;
/**
 * What the address asks for, be it there or not
 * (`/book?location=3&service=2&doctor=7&date=2027-06-09&time=15:00`).
 */
function linked(): BookingChoice {
  link ??= readLink();
  return link;
}

function readLink(): BookingChoice {
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

/** A link is followed until something is chosen after it: that outlives a reload. */
function follow(choice: BookingChoice): BookingChoice {
  try {
    if (choice.locationId !== null && sessionStorage.getItem(followed) === location.search) return choice;
    sessionStorage.setItem(followed, location.search);
  } catch {
    // A browser that keeps nothing kept no choice either.
  }
  return granted(choice, linked());
}

/** A wish for another branch takes the chosen time away with it, unless it comes with one. */
function granted(
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

function replace(next: BookingChoice): void {
  current = next;
  try {
    sessionStorage.setItem(choiceKey, JSON.stringify(next));
  } catch {
    // A browser that keeps nothing only loses the convenience.
  }
  for (const listener of listeners) listener();
}

/**
 * A store of its own kind (see ui/store.ts): its first value is what the tab kept, read when somebody first
 * asks, and it hears the page's wishes for as long as somebody listens.
 */
export const choiceStore = {
  subscribe(listener: () => void): () => void {
    const onWish = () => replace(granted(current, takeWish()));
    listeners.add(listener);
    addEventListener(wish, onWish);
    // Wished between the first reading and now: its event found nobody.
    if ('locationId' in kept(wish)) onWish();
    return () => {
      listeners.delete(listener);
      removeEventListener(wish, onWish);
    };
  },
  read(): BookingChoice {
    if (!isRead) {
      isRead = true;
      const before = { ...nothingChosen, ...kept(choiceKey) };
      hadTime = before.time !== null;
      current = granted(follow(before), takeWish());
    }
    return current;
  },
  readOnServer: () => nothingChosen,
  linked,
  /** A whole choice was made earlier in this tab, before a login or a reload. */
  wasComplete: () => hadTime,
  replace,
};
