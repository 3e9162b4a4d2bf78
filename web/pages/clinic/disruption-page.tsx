import { createStaffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { island as disruptionIsland } from './disruption.island.tsx';

/** One page for every disruption and for a new absence: the browser reads from the URL which one. */
export const disruptionPage: PageModule = {
  look: 'staff',
  title: () => t('plans.title'),
  Page: ({ lang, role, content }) => (
    <Island of={disruptionIsland} props={{ lang, role, ...createStaffBrand(content) }} start="load" />
  ),
};
