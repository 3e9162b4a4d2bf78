import { localPath } from '#shared/domain/languages.ts';
import { t } from '#web/i18n.ts';
import type { PageModule, PageProps } from '#web/pages/page.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { SiteLayout } from './site-layout.tsx';

function Nothing({ lang }: Pick<PageProps, 'lang'>) {
  return (
    <div className="mx-auto grid max-w-[560px] justify-items-center gap-4 px-gutter py-section text-center">
      <h1>{t('public.notFound.title')}</h1>
      <p className="text-lead text-ink-2">{t('public.notFound.text')}</p>
      <p className="text-ink-2">{t('public.notFound.hint')}</p>
      <ButtonLink href={localPath('/', lang)}>{t('public.notFound.button')}</ButtonLink>
    </div>
  );
}

export const notFoundPage: PageModule = {
  look: 'public',
  title: () => t('public.notFound.title'),
  Page: (page) => (
    <SiteLayout page={page}>
      <Nothing lang={page.lang} />
    </SiteLayout>
  ),
};

/** Without the public header and footer, for paths under /admin and /doctor. */
export const staffNotFoundPage: PageModule = {
  ...notFoundPage,
  Page: ({ lang }) => (
    <main id="main" tabIndex={-1}>
      <Nothing lang={lang} />
    </main>
  ),
};
