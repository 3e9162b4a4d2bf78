import { useId } from 'react';
import { useSearchParams } from 'wouter';
import { refreshSession, useSession } from '#web/api/session.ts';
import { OwnDetailsTab } from '#web/features/accounts/own-details-tab.tsx';
import { OwnPasswordTab } from '#web/features/accounts/own-password-tab.tsx';
import { useCurrentTime } from '#web/features/appointments/use-now.ts';
import { OwnCalendar } from '#web/features/calendars/own-calendar.tsx';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { type SharedPageProps, SharedStaffPage } from '#web/shell/shared-staff-page.tsx';
import { StaffRouter } from '#web/shell/staff-router.tsx';
import { TabPanel } from '#web/ui/frame/tab-list.tsx';
import { Tabs } from '#web/ui/frame/tabs.tsx';

const ownProfilePath = '/clinic/profile';
const tabs = ['profile', 'password'] as const;

/**
 * A staff member's own account inside the staff shell: details, password and devices, without the patient
 * sections.
 */
function OwnProfileIsland(props: SharedPageProps) {
  return (
    <StaffRouter path={ownProfilePath}>
      <SharedStaffPage {...props} at={ownProfilePath} title={t('account.profile.title')}>
        {() => <OwnProfile />}
      </SharedStaffPage>
    </StaffRouter>
  );
}

function OwnProfile() {
  const { user } = useSession(true);
  const [params, setParams] = useSearchParams();
  const now = useCurrentTime();
  const idBase = useId();
  const tab = tabs.find((name) => name === params.get('tab')) ?? 'profile';
  const show = (next: string) => setParams(next === 'profile' ? {} : { tab: next }, { replace: true });
  if (!user) return null;
  return (
    <div className="max-w-[960px]">
      <Tabs
        label={t('account.profile.tabs')}
        idBase={idBase}
        value={tab}
        onChange={show}
        tabs={tabs.map((value) => ({ value, label: t(`account.profile.tab.${value}`) }))}
      />
      <TabPanel idBase={idBase} value={tab} className="mt-5 grid gap-5">
        {tab === 'profile' ? (
          <>
            <OwnDetailsTab user={user} onSaved={() => void refreshSession()} />
            <OwnCalendar user={user} />
          </>
        ) : (
          <OwnPasswordTab user={user} now={now} />
        )}
      </TabPanel>
    </div>
  );
}

export const island = defineIsland({
  name: 'own-profile',
  areas: ['common', 'errors', 'account', 'account-own', 'staff', 'admin', 'doctor', 'desk'],
  component: OwnProfileIsland,
});
