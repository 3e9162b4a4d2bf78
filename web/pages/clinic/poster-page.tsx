import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { island as posterIsland } from './poster.island.tsx';

/** A sheet of paper: which poster stands behind the address's #, where no server's log sees it. */
export const posterPage: PageModule = {
  look: 'staff',
  title: () => t('desk.posters.open'),
  Page: () => <Island of={posterIsland} props={{}} start="load" />,
};
