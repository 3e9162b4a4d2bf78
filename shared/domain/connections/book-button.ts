import { type Lang, localPath } from '../languages.ts';

/** What other sites load to make a button of a link to the booking form; what would break them is another. */
export const bookButtonFile = '/book-button-1.js';

/** What a link to the booking form fills in. */
export interface LinkedChoice {
  readonly location?: number | undefined;
  readonly service?: number | undefined;
  readonly doctor?: number | undefined;
  readonly date?: string | undefined;
  readonly time?: string | undefined;
}

/** The booking form in a language, filled in: what `choice-store.ts` reads. */
export function bookAddress(origin: string, lang: Lang, choice: LinkedChoice): string {
  const { location, service, doctor, date, time } = choice;
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries({ location, service, doctor, date, time }))
    if (value !== undefined) asked.set(name, String(value));
  const query = asked.size > 0 ? `?${asked.toString()}` : '';
  return `${origin}${localPath('/book', lang)}${query}`;
}

/** In the language of the button, which need not be the reader's. */
const wordsOnIt: Record<Lang, string> = { en: 'Book a visit', ar: 'احجزي موعدك' };

interface Button extends Pick<LinkedChoice, 'location' | 'service' | 'doctor'> {
  readonly lang: Lang;
  /** The link is given the day of the first free time when the page is read. */
  readonly firstFree: boolean;
}

/**
 * What another site pastes: a link that works by itself, and the script that makes a button of it. Neither
 * sends a cookie, nor says which page it stands on.
 */
export function bookButtonHtml(origin: string, { lang, firstFree, ...choice }: Button): string {
  const escaped = bookAddress(origin, lang, choice).replaceAll('&', '&amp;');
  const marks = Object.entries({ ...choice, date: firstFree ? 'first-free' : undefined }).flatMap(
    ([name, value]) => (value === undefined ? [] : ` data-${name}="${value}"`),
  );
  return [
    `<a href="${escaped}" lang="${lang}" referrerpolicy="no-referrer" data-clinic-visit${marks.join('')}>${wordsOnIt[lang]}</a>`,
    `<script async src="${origin}${bookButtonFile}" crossorigin="anonymous" referrerpolicy="no-referrer"></script>`,
  ].join('\n');
}
