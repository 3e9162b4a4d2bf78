import { staffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { DoctorDashboardIsland } from '#web/islands/doctor-dashboard-island.tsx';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '../page.ts';

export const doctorDashboardPage: PageModule = {
  look: 'staff',
  title: () => t('doctor.title'),
  Page: ({ lang, content }) => (
    <Island name="doctor-dashboard" component={DoctorDashboardIsland} props={{ lang, ...staffBrand(content) }} start="load" />
  ),
};
