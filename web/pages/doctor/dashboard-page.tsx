import { appointmentSummary } from '#shared/contract/staff-appointments.ts';
import { monthKey } from '#shared/domain/clinic-time.ts';
import { buildEndpointUrl } from '#web/api/client.ts';
import { createStaffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import { dashboardReads, listReads } from '#web/pages/first-reads.ts';
import type { PageModule } from '#web/pages/page.ts';
import { island as doctorDashboardIsland } from './doctor-dashboard.island.tsx';

export const doctorDashboardPage: PageModule = {
  look: 'staff',
  title: () => t('doctor.title'),
  early: ({ today }) => ({
    always: [...dashboardReads, buildEndpointUrl(appointmentSummary, { query: { month: monthKey(today) } })],
    bare: listReads(today),
  }),
  Page: ({ lang, content }) => (
    <Island of={doctorDashboardIsland} props={{ lang, ...createStaffBrand(content) }} start="load" />
  ),
};
