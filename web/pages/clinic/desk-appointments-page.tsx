import { createStaffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import { dashboardReads, listReads } from '#web/pages/first-reads.ts';
import type { PageModule } from '#web/pages/page.ts';
import { island as deskAppointmentsIsland } from './desk-appointments.island.tsx';

export const deskAppointmentsPage: PageModule = {
  look: 'staff',
  title: () => t('desk.nav.appointments'),
  early: ({ today }) => ({ always: dashboardReads, bare: listReads(today) }),
  Page: ({ lang, content }) => (
    <Island of={deskAppointmentsIsland} props={{ lang, ...createStaffBrand(content) }} start="load" />
  ),
};
