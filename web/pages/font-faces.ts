import type { Lang } from '#shared/domain/languages.ts';

/** Font families that `tokens.css` uses for text and headings of each language. */
const fontFamilies: Readonly<Record<Lang, readonly string[]>> = {
  en: [
    'Figtree',
    'Fraunces Soft',
    'Figtree Fallback',
    'Figtree Fallback Wide',
    'Fraunces Fallback',
    'Fraunces Fallback Narrow',
    'Fraunces Fallback Wide',
  ],
  ar: [
    'Readex Pro',
    'Markazi Text',
    'Figtree in Arabic',
    'Readex Fallback',
    'Readex Fallback Wide',
    'Markazi Fallback',
    'Markazi Fallback Wide',
    'Figtree Fallback',
    'Figtree Fallback Wide',
    'Fraunces Fallback',
    'Fraunces Fallback Wide',
  ],
};

/** Inlined styles without the `@font-face` rules that a page in this language never uses (0.3 kB each). */
export const dropUnusedFontFaces = (css: string, lang: Lang): string =>
  css.replace(/@font-face\s*\{\s*font-family:\s*"?([^;"]+)"?;[^}]*\}/g, (face, family: string) =>
    fontFamilies[lang].includes(family) ? face : '',
  );
