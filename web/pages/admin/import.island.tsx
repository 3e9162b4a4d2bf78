import { ImportScreen } from '#web/features/imports/import-screen.tsx';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { AdminShell } from '#web/shell/admin-shell.tsx';
import type { StaffPageProps } from '#web/shell/staff-shell.tsx';

/** Import of patients and appointments from another program's list. */
function ImportIsland(props: StaffPageProps) {
  return (
    <AdminShell
      {...props}
      at="/admin/import"
      title={t('import.title')}
      subtitle={t('import.text')}
      thumbBar={false}
    >
      {() => <ImportScreen />}
    </AdminShell>
  );
}

export const island = defineIsland({
  name: 'import',
  areas: ['common', 'errors', 'staff', 'admin', 'import'],
  component: ImportIsland,
});
