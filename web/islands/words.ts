import type { Lang } from '#shared/domain/languages.ts';
import type { Dictionary } from '#shared/messages/catalogue.ts';
import { currentLang, learn } from '#web/i18n.ts';
import { type Area, isOfArea } from './define.ts';

/**
 * The words of each area and language. Only the server speaks as mails and copies of a file do, and says why
 * it refuses.
 */
const files = import.meta.glob<Record<string, Dictionary>>([
  '../../shared/messages/{en,ar}/*.ts',
  '!../../shared/messages/{en,ar}/{mail,copy,errors-answers}.ts',
]);

const filesOf = (lang: Lang, area: Area) =>
  Object.entries(files).filter(([path]) => {
    const [folder, file = ''] = path.slice(0, -'.ts'.length).split('/').slice(-2);
    return folder === lang && isOfArea(file, area);
  });

/** Fetches the words an island speaks from, in the page's language. */
export async function loadWords(lang: Lang, areas: readonly Area[]): Promise<void> {
  const loaders = areas.flatMap((area) => filesOf(lang, area).map(([, load]) => load));
  for (const words of await Promise.all(loaders.map((load) => load())))
    for (const dictionary of Object.values(words)) learn(dictionary);
}

/** A part that is fetched by itself, with words that only it speaks. */
export async function withWords<T>(areas: readonly Area[], bring: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([bring(), loadWords(currentLang(), areas)]);
  return part;
}
