import { staffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { island as logsIsland } from './logs.island.tsx';

export const logsPage: PageModule = {
  look: 'staff',
  title: () => t('logs.title'),
  Page: ({ lang, today, content }) => (
    <Island of={logsIsland} props={{ lang, today, ...staffBrand(content) }} start="load" />
  ),
};
