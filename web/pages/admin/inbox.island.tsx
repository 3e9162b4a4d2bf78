import { useSession } from '#web/api/session.ts';
import { Inbox } from '#web/features/contact-messages/inbox.tsx';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { AdminShell } from '#web/shell/admin-shell.tsx';
import { doctorNavigation } from '#web/shell/doctor-navigation.ts';
import { type StaffPageProps, StaffShell, Switches } from '#web/shell/staff-shell.tsx';
import { PageHeader } from '#web/ui/frame/page-header.tsx';
import { useHydrated } from '#web/ui/frame/use-hydrated.ts';

const here = '/admin/messages';

/** The inbox of the contact form, for admins and doctors, each among her own places. */
function InboxIsland(props: StaffPageProps) {
  const { user } = useSession(useHydrated());
  const heading = { title: t('admin.messages.title'), subtitle: t('admin.messages.text') };
  if (user?.role === 'doctor') {
    return (
      <StaffShell {...props} items={doctorNavigation()} current={here} navLabel={t('doctor.nav.label')}>
        {(doctor) => (
          <>
            <PageHeader {...heading} end={<Switches lang={props.lang} user={doctor} />} />
            <Inbox />
          </>
        )}
      </StaffShell>
    );
  }
  return (
    <AdminShell {...props} at={here} {...heading}>
      {() => <Inbox />}
    </AdminShell>
  );
}

export const island = defineIsland({
  name: 'inbox',
  areas: ['common', 'errors', 'admin', 'doctor'],
  component: InboxIsland,
});
