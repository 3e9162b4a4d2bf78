import { Inbox } from '#web/features/contact-messages/inbox.tsx';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { type SharedPageProps, SharedStaffPage } from '#web/shell/shared-staff-page.tsx';

/** The inbox: contact form messages, and replies to text messages for all staff. */
function InboxIsland(props: SharedPageProps) {
  return (
    <SharedStaffPage {...props} at="/admin/messages" title={t('admin.messages.title')}>
      {() => <Inbox />}
    </SharedStaffPage>
  );
}

export const island = defineIsland({
  name: 'inbox',
  areas: ['common', 'errors', 'staff', 'admin', 'doctor', 'desk'],
  component: InboxIsland,
});
