import { island as signInLinkIsland } from '#web/features/accounts/sign-in/sign-in-link.island.tsx';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { CardPage } from '#web/pages/public/card-page.tsx';

export const signInPage: PageModule = {
  look: 'staff',
  title: () => t('account.link.enter.title'),
  Page: (page) => (
    <CardPage page={page} title={t('account.link.enter.title')}>
      <Island of={signInLinkIsland} props={{}} start="load" className="grid gap-5" />
    </CardPage>
  ),
};
