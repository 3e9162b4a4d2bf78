import { createStaffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { island as importIsland } from './import.island.tsx';

export const importPage: PageModule = {
  look: 'staff',
  title: () => t('import.title'),
  Page: ({ lang, content }) => (
    <Island of={importIsland} props={{ lang, ...createStaffBrand(content) }} start="load" />
  ),
};
