import { createStaffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { island as insightsIsland } from './insights.island.tsx';

export const insightsPage: PageModule = {
  look: 'staff',
  title: () => t('admin.insights.title'),
  Page: ({ lang, today, content }) => (
    <Island of={insightsIsland} props={{ lang, today, ...createStaffBrand(content) }} start="load" />
  ),
};
