/** The languages people read the clinic in. */
export type Lang = 'en' | 'ar';

/** Where a public page stands in a language: the English one at its own path, the Arabic one under `/ar`. */
export function localPath(path: string, lang: Lang): string {
  if (lang === 'en') return path;
  return path === '/' ? '/ar' : `/ar${path}`;
}
