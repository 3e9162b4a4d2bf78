import type { Lang } from '#shared/domain/languages.ts';
import { currentLang, learn } from '#web/i18n.ts';
import { type Area, isOfArea } from './define.ts';

/** The message files of each language. Only the server needs those of mails, copies of a file and errors-answers. */
const lists = { en: () => import('./words-en.ts'), ar: () => import('./words-ar.ts') };

/** Fetches the words an island speaks from, in the page's language. */
export async function loadWords(lang: Lang, areas: readonly Area[]): Promise<void> {
  const { files } = await lists[lang]();
  const needed = Object.entries(files).filter(([path]) => {
    const file = path.slice(path.lastIndexOf('/') + 1, -'.ts'.length);
    return areas.some((area) => isOfArea(file, area));
  });
  for (const words of await Promise.all(needed.map(([, load]) => load())))
    for (const dictionary of Object.values(words)) learn(dictionary);
}

/** A part that is fetched by itself, with words that only it speaks. */
export async function withWords<T>(areas: readonly Area[], bring: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([bring(), loadWords(currentLang(), areas)]);
  return part;
}
