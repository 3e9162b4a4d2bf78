import { createStaffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { island as disruptionsIsland } from './disruptions.island.tsx';

export const disruptionsPage: PageModule = {
  look: 'staff',
  title: () => t('plans.title'),
  Page: ({ lang, role, content }) => (
    <Island of={disruptionsIsland} props={{ lang, role, ...createStaffBrand(content) }} start="load" />
  ),
};
