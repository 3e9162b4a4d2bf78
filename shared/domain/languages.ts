/** The languages people read the clinic in. */
export const langs = ['en', 'ar'] as const;
export type Lang = (typeof langs)[number];

/** To which side they are written. */
export const dirOf = (lang: Lang): 'ltr' | 'rtl' => (lang === 'ar' ? 'rtl' : 'ltr');

/** Where a public page stands in a language: the English one at its own path, the Arabic one under `/ar`. */
export function localPath(path: string, lang: Lang): string {
  if (lang === 'en') return path;
  return path === '/' ? '/ar' : `/ar${path}`;
}

/** Whether an address is that of an Arabic page, there or not. */
export const isArabicAddress = (url: string): boolean => /^\/ar(?:[/?]|$)/.test(url);
