import { useId } from 'react';
import { type LogName, logNames } from '#shared/contract/logs.ts';
import { Alarms } from '#web/features/logs/alarms.tsx';
import { AuditLog } from '#web/features/logs/audit-log.tsx';
import { BrowserLog } from '#web/features/logs/client-log.tsx';
import { ErrorsLog } from '#web/features/logs/errors-log.tsx';
import { LogFilterBar } from '#web/features/logs/log-filter-bar.tsx';
import { type LogView, useLogView } from '#web/features/logs/log-filters.ts';
import { MessagesLog } from '#web/features/logs/messages-log.tsx';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { AdminShell } from '#web/shell/admin-shell.tsx';
import type { StaffPageProps } from '#web/shell/staff-shell.tsx';
import { TabPanel } from '#web/ui/frame/tab-list.tsx';
import { Tabs } from '#web/ui/frame/tabs.tsx';

/** Logs of messages, browser interactions and errors, and the audit log. */
function LogsIsland({ today, ...props }: StaffPageProps & { today: string }) {
  return (
    <AdminShell {...props} at="/admin/logs" title={t('logs.title')}>
      {() => <Logs today={today} />}
    </AdminShell>
  );
}

function Logs({ today }: { today: string }) {
  const view = useLogView();
  const { log } = view.filters;
  const idBase = useId();
  return (
    <>
      <Alarms />
      <Tabs
        label={t('logs.tabs')}
        idBase={idBase}
        value={log}
        onChange={(next) => view.show(next as LogName)}
        tabs={logNames.map((value) => ({ value, label: t(`logs.tab.${value}`) }))}
      />
      <TabPanel idBase={idBase} value={log} className="grid gap-5">
        <LogFilterBar key={log} view={view} today={today} />
        <Entries view={view} />
      </TabPanel>
    </>
  );
}

function Entries({ view }: { view: LogView }) {
  const { filters } = view;
  switch (filters.log) {
    case 'messages':
      return <MessagesLog filters={filters} />;
    case 'client':
    case 'interactions':
      return <BrowserLog key={filters.log} kind={filters.log} filters={filters} />;
    case 'errors':
      return <ErrorsLog filters={filters} />;
    case 'audit':
      return <AuditLog view={view} />;
  }
}

export const island = defineIsland({
  name: 'logs',
  areas: ['common', 'errors', 'staff', 'admin', 'logs', 'desk', 'plans'],
  component: LogsIsland,
});
