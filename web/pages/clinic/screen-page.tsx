import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { island as screenIsland } from './screen.island.tsx';

/** One page for every link; the browser requests the content. */
export const screenPage: PageModule = {
  look: 'staff',
  title: () => t('desk.screen.title'),
  Page: ({ content: { clinic } }) => (
    <Island of={screenIsland} props={{ clinic: { name: clinic.name, nameAr: clinic.nameAr } }} start="load" />
  ),
};
