import { createStaffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { island as ownProfileIsland } from './own-profile.island.tsx';

export const ownProfilePage: PageModule = {
  look: 'staff',
  title: () => t('account.profile.title'),
  Page: ({ lang, role, content }) => (
    <Island of={ownProfileIsland} props={{ lang, role, ...createStaffBrand(content) }} start="load" />
  ),
};
