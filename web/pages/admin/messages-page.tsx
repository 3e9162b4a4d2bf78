import { staffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { InboxIsland } from '#web/islands/inbox-island.tsx';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '../page.ts';

export const messagesPage: PageModule = {
  look: 'staff',
  title: () => t('admin.messages.title'),
  Page: ({ lang, content }) => <Island name="inbox" component={InboxIsland} props={{ lang, ...staffBrand(content) }} start="load" />,
};
