import { listAlarms, listAudit } from '#shared/contract/logs.ts';
import { buildEndpointUrl } from '#web/api/client.ts';
import { createStaffBrand } from '#web/features/homepage/clinic-name.ts';
import { buildFirstLogUrl } from '#web/features/logs/log-list.tsx';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import { listShellReads } from '#web/pages/first-reads.ts';
import type { PageModule } from '#web/pages/page.ts';
import { island as logsIsland } from './logs.island.tsx';

export const logsPage: PageModule = {
  look: 'staff',
  title: () => t('logs.title'),
  early: ({ lang }) => ({
    always: [buildEndpointUrl(listAlarms), ...listShellReads(lang)],
    bare: [buildFirstLogUrl(listAudit)],
  }),
  Page: ({ lang, today, content }) => (
    <Island of={logsIsland} props={{ lang, today, ...createStaffBrand(content) }} start="load" />
  ),
};
