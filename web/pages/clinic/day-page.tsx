import { buildOwnBoardUrl } from '#web/features/arrivals/use-board.ts';
import { createStaffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import { staffReads } from '#web/pages/first-reads.ts';
import type { PageModule } from '#web/pages/page.ts';
import { island as dayIsland } from './day.island.tsx';

export const dayPage: PageModule = {
  look: 'staff',
  title: () => t('common.nav.day'),
  early: ({ today }) => ({ always: staffReads, bare: [buildOwnBoardUrl(today)] }),
  Page: ({ lang, role, content }) => (
    <Island of={dayIsland} props={{ lang, role, ...createStaffBrand(content) }} start="load" />
  ),
};
