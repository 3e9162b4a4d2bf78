import { createStaffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { island as settingsIsland } from './settings.island.tsx';

export const settingsPage: PageModule = {
  look: 'staff',
  title: () => t('admin.settings.title'),
  Page: ({ lang, content }) => (
    <Island of={settingsIsland} props={{ lang, ...createStaffBrand(content) }} start="load" />
  ),
};
