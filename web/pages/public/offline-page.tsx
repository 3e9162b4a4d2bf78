import { localPath } from '#shared/domain/languages.ts';
import { t } from '#web/i18n.ts';
import type { PageModule } from '#web/pages/page.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyArch } from '#web/ui/drawings/empty-arch.tsx';
import { SiteLayout } from './site-layout.tsx';

/**
 * Page that the service worker shows without a connection. The worker inserts the stored appointments into
 * the marked list, so the page needs no script; it contains the texts for them in its language.
 */
export const offlinePage: PageModule = {
  look: 'public',
  title: () => t('public.offline.title'),
  Page: (page) => (
    <SiteLayout page={page}>
      <div className="mx-auto grid max-w-[620px] justify-items-center gap-4 px-gutter py-section text-center">
        <EmptyArch />
        <h1>{t('public.offline.title')}</h1>
        <p className="text-lead text-ink-2">{t('public.offline.text')}</p>
        <ButtonLink href={localPath('/', page.lang)} kind="sec">
          {t('public.offline.retry')}
        </ButtonLink>
        <section
          aria-labelledby="kept-visits"
          className="mt-8 w-full rounded-card border border-line bg-surface p-6 text-start"
        >
          <h2 id="kept-visits" className="text-[1.375rem]">
            {t('error.away.kept')}
          </h2>
          <p id="kept-at" className="text-small text-ink-2">
            {t('error.away.keptAt')}
          </p>
          <ul id="visits" className="kept-visits">
            <li>{t('public.offline.noAppointments')}</li>
          </ul>
        </section>
      </div>
    </SiteLayout>
  ),
};
