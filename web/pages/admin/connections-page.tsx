import { createStaffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { island as connectionsIsland } from './connections.island.tsx';

export const connectionsPage: PageModule = {
  look: 'staff',
  title: () => t('connections.title'),
  Page: ({ lang, content }) => (
    <Island of={connectionsIsland} props={{ lang, ...createStaffBrand(content) }} start="load" />
  ),
};
