import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { island as posterIsland } from './poster.island.tsx';

/**
 * A printable poster. Its token is in the URL fragment, which is not sent to the server and so not logged.
 */
export const posterPage: PageModule = {
  look: 'staff',
  title: () => t('desk.posters.open'),
  Page: () => <Island of={posterIsland} props={{}} start="load" />,
};
