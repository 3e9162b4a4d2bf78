import { createStaffBrand } from '#web/features/homepage/clinic-name.ts';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { island as patientIsland } from './patient.island.tsx';

/** One page for every patient: the browser reads the id from the URL and requests the data. */
export const patientPage: PageModule = {
  look: 'staff',
  title: () => t('desk.file.title'),
  Page: ({ lang, role, content }) => (
    <Island of={patientIsland} props={{ lang, role, ...createStaffBrand(content) }} start="load" />
  ),
};
