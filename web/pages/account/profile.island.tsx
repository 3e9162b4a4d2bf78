import { useEffect, useId, useState } from 'react';
import { isStaff } from '#shared/domain/people/roles.ts';
import { now } from '#web/api/clock.ts';
import { useSession } from '#web/api/session.ts';
import { ContactConfirmation } from '#web/features/accounts/contact-confirmation.tsx';
import { Devices } from '#web/features/accounts/devices.tsx';
import { Identities } from '#web/features/accounts/identities.tsx';
import { PasswordForm } from '#web/features/accounts/password-form.tsx';
import { ProfileForm } from '#web/features/accounts/profile-form.tsx';
import { ReachSettings } from '#web/features/accounts/reach-settings.tsx';
import { SessionGuard } from '#web/features/accounts/session-guard.tsx';
import type { MyVisitsProps } from '#web/features/appointments/mine/my-visits.ts';
import { MyVisitsPanel } from '#web/features/appointments/mine/my-visits-panel.tsx';
import { OwnDayPanel } from '#web/features/arrivals/own-day.tsx';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { prepareToasts } from '#web/islands/toast.ts';
import { TabPanel } from '#web/ui/frame/tab-list.tsx';
import { Tabs } from '#web/ui/frame/tabs.tsx';
import { useHydrated } from '#web/ui/frame/use-hydrated.ts';
import { Spinner } from '#web/ui/spinner.tsx';

const tabs = ['profile', 'password', 'appointments'] as const;
type Tab = (typeof tabs)[number];
const clockRefresh = 60_000;
const reloadAfter = 1500;

/** The time on this device, refreshed every minute; visits grow old while the page is open. */
function useNow(): Date {
  const [moment, setMoment] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setMoment(now()), clockRefresh);
    return () => clearInterval(timer);
  }, []);
  return moment;
}

/**
 * The tab stands in the address (`/profile?tab=appointments`), so that a message, a link or a reload leads to
 * it.
 */
function useTab(): [Tab, (tab: Tab) => void] {
  const [tab, setTab] = useState<Tab>('profile');
  useEffect(() => {
    const follow = () => {
      const asked = new URLSearchParams(location.search).get('tab');
      setTab(tabs.find((name) => name === asked) ?? 'profile');
    };
    follow();
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  const show = (next: Tab) => {
    history.replaceState(null, '', next === 'profile' ? location.pathname : `?tab=${next}`);
    setTab(next);
  };
  return [tab, show];
}

/** One's own account: details, password and devices, appointments. */
function ProfileIsland(props: MyVisitsProps) {
  const ready = useHydrated();
  const { user, isLoading } = useSession(ready);
  const [tab, show] = useTab();
  const moment = useNow();
  const idBase = useId();
  const gone = ready && !isLoading && !user;
  useEffect(() => void prepareToasts(), []);
  useEffect(() => {
    if (gone) location.replace('/');
  }, [gone]);

  if (!user) {
    return (
      <p role="status" className="grid min-h-60 place-items-center text-brand">
        <Spinner className="size-8!" />
        <span className="sr-only">{t('common.state.loading')}</span>
      </p>
    );
  }
  return (
    <>
      <Tabs
        label={t('account.profile.tabs')}
        className="max-md:flex-nowrap"
        idBase={idBase}
        value={tab}
        onChange={(next) => show(next as Tab)}
        tabs={tabs.map((value) => ({ value, label: t(`account.profile.tab.${value}`) }))}
      />
      <TabPanel idBase={idBase} value={tab} className="mt-5 grid gap-5">
        {tab === 'profile' && (
          <>
            <ProfileForm
              key={user.id}
              user={user}
              onSaved={() => setTimeout(() => location.reload(), reloadAfter)}
            />
            <ContactConfirmation user={user} />
            <ReachSettings user={user} />
          </>
        )}
        {tab === 'password' && (
          <>
            <PasswordForm user={user} />
            <Devices now={moment} />
            {!isStaff(user.role) && <Identities />}
          </>
        )}
        {tab === 'appointments' && (
          <MyVisitsPanel
            {...props}
            user={user}
            now={moment}
            ofToday={({ id }) => <OwnDayPanel key={id} visitId={id} />}
          />
        )}
      </TabPanel>
      <SessionGuard />
    </>
  );
}

export const island = defineIsland({
  name: 'profile',
  areas: ['common', 'errors', 'account', 'booking'],
  component: ProfileIsland,
});
