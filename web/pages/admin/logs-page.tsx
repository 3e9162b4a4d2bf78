import { listAlarms, listAudit } from '#shared/contract/logs.ts';
import { addressOf } from '#web/api/client.ts';
import { staffBrand } from '#web/features/homepage/clinic-name.ts';
import { firstOfLog } from '#web/features/logs/log-list.tsx';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import { frameReads } from '#web/pages/first-reads.ts';
import type { PageModule } from '#web/pages/page.ts';
import { island as logsIsland } from './logs.island.tsx';

export const logsPage: PageModule = {
  look: 'staff',
  title: () => t('logs.title'),
  early: ({ lang }) => ({
    always: [addressOf(listAlarms), ...frameReads(lang)],
    bare: [firstOfLog(listAudit)],
  }),
  Page: ({ lang, today, content }) => (
    <Island of={logsIsland} props={{ lang, today, ...staffBrand(content) }} start="load" />
  ),
};
