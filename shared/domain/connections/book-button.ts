import { type Lang, localPath } from '../languages.ts';

/**
 * Script for other sites that turns a link to the booking form into a button. A breaking change needs a new
 * file name.
 */
export const bookButtonFile = '/book-button-1.js';

/** Fields that a link prefills in the booking form. */
export interface BookingPrefill {
  readonly location?: number | undefined;
  readonly service?: number | undefined;
  readonly doctor?: number | undefined;
  readonly date?: string | undefined;
  readonly time?: string | undefined;
}

/** Address of the prefilled booking form; `choice-store.ts` reads it. */
export function bookAddress(origin: string, lang: Lang, choice: BookingPrefill): string {
  const { location, service, doctor, date, time } = choice;
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries({ location, service, doctor, date, time }))
    if (value !== undefined) asked.set(name, String(value));
  const query = asked.size > 0 ? `?${asked.toString()}` : '';
  return `${origin}${localPath('/book', lang)}${query}`;
}

/** Label in the language of the button, which may differ from that of the page. */
const buttonLabels: Record<Lang, string> = { en: 'Book a visit', ar: 'احجزي موعدك' };

interface Button extends Pick<BookingPrefill, 'location' | 'service' | 'doctor'> {
  readonly lang: Lang;
  /** The script sets the date of the link to the first free day when the page loads. */
  readonly firstFree: boolean;
}

/**
 * HTML for another site: a link that also works without the script, and the script that makes it a button.
 * Neither sends cookies or the referring page.
 */
export function bookButtonHtml(origin: string, { lang, firstFree, ...choice }: Button): string {
  const escaped = bookAddress(origin, lang, choice).replaceAll('&', '&amp;');
  const marks = Object.entries({ ...choice, date: firstFree ? 'first-free' : undefined }).flatMap(
    ([name, value]) => (value === undefined ? [] : ` data-${name}="${value}"`),
  );
  return [
    `<a href="${escaped}" lang="${lang}" referrerpolicy="no-referrer" data-clinic-visit${marks.join('')}>${buttonLabels[lang]}</a>`,
    `<script async src="${origin}${bookButtonFile}" crossorigin="anonymous" referrerpolicy="no-referrer"></script>`,
  ].join('\n');
}
