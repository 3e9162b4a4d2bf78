import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import { localPath, type PageModule } from '#web/pages/page.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { island as hereIsland } from './here.island.tsx';
import { SiteLayout } from './site-layout.tsx';

/** Where a branch's printed poster leads: the same page for every poster, which names nobody. */
export const herePage: PageModule = {
  look: 'staff',
  title: () => t('booking.today.here'),
  Page: (page) => (
    <SiteLayout page={page}>
      <div className="px-gutter py-[clamp(32px,6vw,88px)]">
        <Card className="mx-auto grid max-w-[560px] gap-5 rounded-dialog! px-5 py-8 shadow-panel md:p-10">
          <h1 className="text-[1.875rem] arabic:text-[2.3rem]">{t('booking.today.here')}</h1>
          <Island of={hereIsland} props={{}} start="load" className="grid gap-5" />
          <ButtonLink kind="gho" block href={localPath('/', page.lang)}>
            {t('common.nav.backToHome')}
          </ButtonLink>
        </Card>
      </div>
    </SiteLayout>
  ),
};
