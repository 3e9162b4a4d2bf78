import { firstDayOf } from '#web/features/appointments/day/use-day.ts';
import { staffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import { names } from '#web/pages/first-reads.ts';
import type { PageModule } from '#web/pages/page.ts';
import { island as calendarIsland } from './calendar.island.tsx';

export const calendarPage: PageModule = {
  look: 'staff',
  title: () => t('common.nav.calendar'),
  early: ({ today, role }) => ({
    always: names,
    bare: firstDayOf(today, role === 'admin' ? 'admin' : 'doctor'),
  }),
  Page: ({ lang, role, content }) => (
    <Island of={calendarIsland} props={{ lang, role, ...staffBrand(content) }} start="load" />
  ),
};
