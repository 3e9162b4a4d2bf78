import { localPath } from '#shared/domain/languages.ts';
import { island as resetPasswordIsland } from '#web/features/accounts/sign-in/reset-password.island.tsx';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { SiteLayout } from '#web/pages/public/site-layout.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { DialogArch } from '#web/ui/drawings/dialog-arch.tsx';

export const resetPasswordPage: PageModule = {
  look: 'staff',
  title: () => t('account.reset.title'),
  Page: (page) => (
    <SiteLayout page={page}>
      <div className="px-gutter py-[clamp(32px,6vw,88px)]">
        <Card className="mx-auto grid max-w-[900px] overflow-hidden rounded-dialog! shadow-panel lg:grid-cols-[5fr_7fr]">
          <div aria-hidden="true" className="grid items-end bg-deep max-lg:hidden">
            <DialogArch className="w-full" />
          </div>
          <div className="grid content-start gap-5 px-5 py-8 md:p-10">
            <h1 className="text-[1.875rem] arabic:text-[2.3rem]">{t('account.reset.title')}</h1>
            <Island of={resetPasswordIsland} props={{}} start="load" />
            <ButtonLink kind="gho" block href={localPath('/', page.lang)}>
              {t('common.nav.backToHome')}
            </ButtonLink>
          </div>
        </Card>
      </div>
    </SiteLayout>
  ),
};
