import { createContext, useContext } from 'react';
import type { Lang } from '#shared/domain/languages.ts';
import { currentLang, t } from '#web/i18n.ts';

/** Name of a language in that language: English, العربية. */
export const getNativeLanguageName = (language: Lang): string =>
  t(language === currentLang() ? `common.lang.${language}` : 'common.lang.switch');

/** Language of the preview, independent of the page's language. */
export const PreviewLanguage = createContext<Lang>('en');

/** Returns the text in the language of the preview; the English one if the Arabic is empty. */
export function useDraftText(): (
  english: string | null | undefined,
  arabic: string | null | undefined,
) => string {
  const language = useContext(PreviewLanguage);
  return (english, arabic) => (language === 'ar' && arabic ? arabic : (english ?? ''));
}
