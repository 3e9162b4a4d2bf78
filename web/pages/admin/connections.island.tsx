import { KeysCard } from '#web/features/api-keys/keys-card.tsx';
import { BookButtonCard } from '#web/features/appointments/elsewhere/book-button-card.tsx';
import { WebhooksCard } from '#web/features/webhooks/webhooks-card.tsx';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { AdminShell } from '#web/shell/admin-shell.tsx';
import type { StaffPageProps } from '#web/shell/staff-shell.tsx';

/** API keys, webhooks and other connections to programs and sites. */
function ConnectionsIsland(props: StaffPageProps) {
  return (
    <AdminShell
      {...props}
      at="/admin/connections"
      title={t('connections.title')}
      subtitle={t('connections.text')}
    >
      {() => (
        <div className="grid gap-5">
          <KeysCard />
          <WebhooksCard />
          <BookButtonCard />
        </div>
      )}
    </AdminShell>
  );
}

export const island = defineIsland({
  name: 'connections',
  areas: ['common', 'errors', 'staff', 'admin', 'connections', 'webhook'],
  component: ConnectionsIsland,
});
