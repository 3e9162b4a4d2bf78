import { island as logOutIsland } from '#web/features/accounts/sign-in/log-out.island.tsx';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';

/** Without header and footer, because a mobile app shows it briefly. */
export const logOutPage: PageModule = {
  look: 'staff',
  title: () => t('account.logout.page'),
  Page: () => (
    <main className="grid min-h-svh place-items-center p-5">
      <h1 className="sr-only">{t('account.logout.page')}</h1>
      <Island of={logOutIsland} props={{}} start="load" />
    </main>
  ),
};
