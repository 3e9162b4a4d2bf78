import { listAlarms } from '#shared/contract/logs.ts';
import { appointmentSummary } from '#shared/contract/staff-appointments.ts';
import { buildEndpointUrl } from '#web/api/client.ts';
import { createStaffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import { dashboardReads, listReads } from '#web/pages/first-reads.ts';
import type { PageModule } from '#web/pages/page.ts';
import { island as adminDashboardIsland } from './admin-dashboard.island.tsx';

export const adminDashboardPage: PageModule = {
  look: 'staff',
  title: () => t('admin.title'),
  early: ({ today }) => ({
    always: [buildEndpointUrl(listAlarms), buildEndpointUrl(appointmentSummary), ...dashboardReads],
    bare: listReads(today),
  }),
  Page: ({ lang, content }) => (
    <Island
      of={adminDashboardIsland}
      props={{ lang, ...createStaffBrand(content), guided: !content.guideAway }}
      start="load"
    />
  ),
};
