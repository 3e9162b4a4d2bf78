import { Insights } from '#web/features/insights/insights.tsx';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { AdminShell } from '#web/shell/admin-shell.tsx';
import type { StaffPageProps } from '#web/shell/staff-shell.tsx';

/** Charts about the clinic's business. */
function InsightsIsland({ today, ...props }: StaffPageProps & { today: string }) {
  return (
    <AdminShell
      {...props}
      at="/admin/insights"
      title={t('admin.insights.title')}
      subtitle={t('admin.insights.text')}
    >
      {() => <Insights today={today} />}
    </AdminShell>
  );
}

export const island = defineIsland({
  name: 'insights',
  areas: ['common', 'errors', 'staff', 'admin'],
  component: InsightsIsland,
});
