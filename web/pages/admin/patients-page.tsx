import { listDoubles } from '#shared/contract/own/merges.ts';
import { addressOf } from '#web/api/client.ts';
import { staffBrand } from '#web/features/homepage/clinic-name.ts';
import { firstPatients } from '#web/features/patients/admin-patients-panel.tsx';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import { frameReads } from '#web/pages/first-reads.ts';
import type { PageModule } from '#web/pages/page.ts';
import { island as patientsIsland } from './patients.island.tsx';

export const patientsPage: PageModule = {
  look: 'staff',
  title: () => t('admin.patients.title'),
  early: ({ lang }) => ({ always: frameReads(lang), bare: [firstPatients(), addressOf(listDoubles)] }),
  Page: ({ lang, role, content }) => (
    <Island of={patientsIsland} props={{ lang, role, ...staffBrand(content) }} start="load" />
  ),
};
