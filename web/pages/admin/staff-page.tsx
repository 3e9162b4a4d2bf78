import { createStaffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { island as staffIsland } from './staff.island.tsx';

export const staffPage: PageModule = {
  look: 'staff',
  title: () => t('admin.staff.title'),
  Page: ({ lang, content }) => (
    <Island of={staffIsland} props={{ lang, ...createStaffBrand(content) }} start="load" />
  ),
};
