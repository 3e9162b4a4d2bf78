import { staffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { island as patientsIsland } from './patients.island.tsx';

export const patientsPage: PageModule = {
  look: 'staff',
  title: () => t('admin.patients.title'),
  Page: ({ lang, content }) => (
    <Island of={patientsIsland} props={{ lang, ...staffBrand(content) }} start="load" />
  ),
};
