import type { ReactNode } from 'react';
import { localPath } from '#shared/domain/languages.ts';
import { neutralSite } from '#shared/domain/neutral-site.ts';
import { splitBrandName } from '#web/features/homepage/clinic-name.ts';
import { SiteFooter } from '#web/features/homepage/site-footer.tsx';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageProps } from '#web/pages/page.ts';
import { island as headerIsland } from '#web/shell/header.island.tsx';

interface SiteLayoutProps {
  page: PageProps;
  children: ReactNode;
}

/** Layout of every public page: skip link, header, content, footer. */
export function SiteLayout({ page, children }: SiteLayoutProps) {
  const { lang, path, content, today } = page;
  const home = localPath('/', lang);
  const anchors = path === '/' ? '' : home;
  const header = {
    lang,
    anchors,
    home,
    ...splitBrandName(content),
    logo: content.homepage.brand.logo ?? null,
    doctors: content.doctors.length > 0 ? localPath('/doctors', lang) : null,
    leave: neutralSite,
  };
  return (
    <>
      <a
        href="#main"
        className="fixed start-3 top-3 z-100 -translate-y-24 rounded-ctl opacity-0 bg-btn px-5 py-3 font-strong text-btn-ink focus:translate-y-0 focus:opacity-100"
      >
        {t('common.nav.skip')}
      </a>
      <Island
        of={headerIsland}
        props={header}
        start="touch"
        eagerWhenSignedIn
        className="sticky top-0 z-40"
      />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter
        content={content}
        anchors={anchors}
        home={home}
        pathOf={(to) => localPath(to, lang)}
        today={today}
      />
    </>
  );
}
