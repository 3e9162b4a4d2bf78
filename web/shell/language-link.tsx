import { Globe } from 'lucide-react';
import type { Lang } from '#shared/domain/languages.ts';
import { t } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';
import { ArabicWord } from '#web/ui/drawings/arabic-word.tsx';

/** Keeps the query string (filters and tabs) in the other language. */
function copyQueryToLink(link: HTMLAnchorElement, lang: Lang): void {
  const params = new URLSearchParams(location.search);
  params.set('lang', lang);
  link.search = params.toString();
  link.hash = location.hash;
}

/**
 * Link to the other language, labelled in that language. A plain link: the server saves the choice and
 * redirects to the page's URL in that language.
 */
export function LanguageLink({ lang, className }: { lang: Lang; className?: string }) {
  const other = lang === 'ar' ? 'en' : 'ar';
  return (
    <a
      href={`?lang=${other}`}
      onClick={(event) => copyQueryToLink(event.currentTarget, other)}
      hrefLang={other}
      title={t('common.lang.switchLabel')}
      className={cx(
        'inline-flex min-h-tap items-center gap-2 rounded-ctl px-3 text-ui font-medium text-ink-2 hover:bg-tint hover:text-ink',
        className,
      )}
    >
      <Globe size={20} strokeWidth={1.7} aria-hidden="true" />
      <span lang={other}>
        {other === 'ar' ? <ArabicWord name={t('common.lang.switch')} /> : t('common.lang.switch')}
      </span>
    </a>
  );
}
