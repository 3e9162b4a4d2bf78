import { staffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { island as doctorDashboardIsland } from './doctor-dashboard.island.tsx';

export const doctorDashboardPage: PageModule = {
  look: 'staff',
  title: () => t('doctor.title'),
  // Whose visits she chose to see: they wait for it.
  early: () => '|/api/staff/me',
  Page: ({ lang, content }) => (
    <Island of={doctorDashboardIsland} props={{ lang, ...staffBrand(content) }} start="load" />
  ),
};
