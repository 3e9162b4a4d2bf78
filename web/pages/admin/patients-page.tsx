import { listDuplicates } from '#shared/contract/own/merges.ts';
import { buildEndpointUrl } from '#web/api/client.ts';
import { createStaffBrand } from '#web/features/homepage/clinic-name.ts';
import { buildFirstPatientsUrl } from '#web/features/patients/admin-patients-panel.tsx';
import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import { listShellReads } from '#web/pages/first-reads.ts';
import type { PageModule } from '#web/pages/page.ts';
import { island as patientsIsland } from './patients.island.tsx';

export const patientsPage: PageModule = {
  look: 'staff',
  title: () => t('admin.patients.title'),
  early: ({ lang }) => ({
    always: listShellReads(lang),
    bare: [buildFirstPatientsUrl(), buildEndpointUrl(listDuplicates)],
  }),
  Page: ({ lang, role, content }) => (
    <Island of={patientsIsland} props={{ lang, role, ...createStaffBrand(content) }} start="load" />
  ),
};
