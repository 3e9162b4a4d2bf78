import { staffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { island as inboxIsland } from './inbox.island.tsx';

export const messagesPage: PageModule = {
  look: 'staff',
  title: () => t('admin.messages.title'),
  Page: ({ lang, content }) => (
    <Island of={inboxIsland} props={{ lang, ...staffBrand(content) }} start="load" />
  ),
};
