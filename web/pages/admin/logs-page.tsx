import { staffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import { LogsIsland } from '#web/islands/logs-island.tsx';
import type { PageModule } from '../page.ts';

export const logsPage: PageModule = {
  look: 'staff',
  title: () => t('logs.title'),
  Page: ({ lang, today, content }) => (
    <Island name="logs" component={LogsIsland} props={{ lang, today, ...staffBrand(content) }} start="load" />
  ),
};
