import type { Lang } from '#shared/domain/languages.ts';
import { addMessages, currentLang } from '#web/i18n.ts';
import { type Area, isOfArea } from './define.ts';

/**
 * Message files of each language, without those that only the server uses (e-mails, file copies, error
 * answers).
 */
const messageFileLists = { en: () => import('./words-en.ts'), ar: () => import('./words-ar.ts') };

/** Loads the texts that an island needs, in the language of the page. */
export async function loadMessages(lang: Lang, areas: readonly Area[]): Promise<void> {
  const { files } = await messageFileLists[lang]();
  const needed = Object.entries(files).filter(([path]) => {
    const file = path.slice(path.lastIndexOf('/') + 1, -'.ts'.length);
    return areas.some((area) => isOfArea(file, area));
  });
  for (const words of await Promise.all(needed.map(([, load]) => load())))
    for (const dictionary of Object.values(words)) addMessages(dictionary);
}

/** Loads a part together with texts that only this part uses. */
export async function loadWithMessages<T>(areas: readonly Area[], bring: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([bring(), loadMessages(currentLang(), areas)]);
  return part;
}
