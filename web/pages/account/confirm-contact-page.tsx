import { island as confirmContactIsland } from '#web/features/accounts/sign-in/confirm-contact.island.tsx';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { CardPage } from '#web/pages/public/card-page.tsx';

export const confirmContactPage: PageModule = {
  look: 'staff',
  title: () => t('account.link.confirm.title'),
  Page: (page) => (
    <CardPage page={page} title={t('account.link.confirm.title')}>
      <Island of={confirmContactIsland} props={{}} start="load" className="grid gap-5" />
    </CardPage>
  ),
};
