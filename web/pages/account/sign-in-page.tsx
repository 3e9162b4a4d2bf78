import { island as signInLinkIsland } from '#web/features/accounts/sign-in/sign-in-link.island.tsx';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import { localPath, type PageModule } from '#web/pages/page.ts';
import { SiteLayout } from '#web/pages/public/site-layout.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';

export const signInPage: PageModule = {
  look: 'staff',
  title: () => t('account.enter.title'),
  Page: (page) => (
    <SiteLayout page={page}>
      <div className="px-gutter py-[clamp(32px,6vw,88px)]">
        <Card className="mx-auto grid max-w-[520px] gap-5 rounded-dialog! px-5 py-8 shadow-panel md:p-10">
          <h1 className="text-[1.875rem] arabic:text-[2.3rem]">{t('account.enter.title')}</h1>
          <Island of={signInLinkIsland} props={{}} start="load" className="grid gap-5" />
          <ButtonLink kind="gho" block href={localPath('/', page.lang)}>
            {t('account.reset.backToHome')}
          </ButtonLink>
        </Card>
      </div>
    </SiteLayout>
  ),
};
