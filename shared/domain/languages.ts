export const langs = ['en', 'ar'] as const;
export type Lang = (typeof langs)[number];

/** Writing direction. */
export const dirOf = (lang: Lang): 'ltr' | 'rtl' => (lang === 'ar' ? 'rtl' : 'ltr');

/** Path of a public page in a language: English pages have no prefix, Arabic pages are under `/ar`. */
export function localPath(path: string, lang: Lang): string {
  if (lang === 'en') return path;
  return path === '/' ? '/ar' : `/ar${path}`;
}

/** Whether an address belongs to the Arabic pages; the page need not exist. */
export const isArabicAddress = (url: string): boolean => /^\/ar(?:[/?]|$)/.test(url);
