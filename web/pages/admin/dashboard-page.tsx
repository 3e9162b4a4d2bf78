import { staffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { island as adminDashboardIsland } from './admin-dashboard.island.tsx';

export const adminDashboardPage: PageModule = {
  look: 'staff',
  title: () => t('admin.title'),
  Page: ({ lang, content }) => (
    <Island
      of={adminDashboardIsland}
      props={{ lang, ...staffBrand(content), guided: !content.guideAway }}
      start="load"
    />
  ),
};
