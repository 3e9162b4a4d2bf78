import { staffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { DoctorDashboardIsland } from './doctor-dashboard.island.tsx';

export const doctorDashboardPage: PageModule = {
  look: 'staff',
  title: () => t('doctor.title'),
  Page: ({ lang, content }) => (
    <Island
      name="doctor-dashboard"
      component={DoctorDashboardIsland}
      props={{ lang, ...staffBrand(content) }}
      start="load"
    />
  ),
};
