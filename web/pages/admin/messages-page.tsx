import { createStaffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { island as inboxIsland } from './inbox.island.tsx';

export const messagesPage: PageModule = {
  look: 'staff',
  title: () => t('admin.messages.title'),
  Page: ({ lang, role, content }) => (
    <Island of={inboxIsland} props={{ lang, role, ...createStaffBrand(content) }} start="load" />
  ),
};
