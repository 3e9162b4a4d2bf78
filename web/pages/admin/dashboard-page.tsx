import { staffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { AdminDashboardIsland } from '#web/islands/admin-dashboard-island.tsx';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '../page.ts';

export const adminDashboardPage: PageModule = {
  look: 'staff',
  title: () => t('admin.title'),
  Page: ({ lang, content }) => (
    <Island name="admin-dashboard" component={AdminDashboardIsland} props={{ lang, ...staffBrand(content) }} start="load" />
  ),
};
