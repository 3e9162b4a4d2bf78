import { createContext, useContext } from 'react';
import type { Lang } from '#shared/domain/languages.ts';
import { currentLang, t } from '#web/i18n.ts';

/** A language named in itself: English, العربية. */
export const ownName = (language: Lang): string =>
  t(language === currentLang() ? `common.lang.${language}` : 'common.lang.switch');

/** The language the preview is shown in, whatever the page speaks. */
export const PreviewLanguage = createContext<Lang>('en');

/** Says a text of the draft in the preview's language, the English where the Arabic is empty. */
export function useDraftText(): (
  english: string | null | undefined,
  arabic: string | null | undefined,
) => string {
  const language = useContext(PreviewLanguage);
  return (english, arabic) => (language === 'ar' && arabic ? arabic : (english ?? ''));
}
