import { listCalendarReads } from '#web/features/appointments/day/use-day.ts';
import { createStaffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import { staffReads } from '#web/pages/first-reads.ts';
import type { PageModule } from '#web/pages/page.ts';
import { island as calendarIsland } from './calendar.island.tsx';

export const calendarPage: PageModule = {
  look: 'staff',
  title: () => t('common.nav.calendar'),
  early: ({ today, role }) => ({
    always: staffReads,
    bare: listCalendarReads(today, role === 'admin' ? 'admin' : 'doctor'),
  }),
  Page: ({ lang, role, content }) => (
    <Island of={calendarIsland} props={{ lang, role, ...createStaffBrand(content) }} start="load" />
  ),
};
