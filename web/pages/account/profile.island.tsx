import { Suspense, useEffect, useId, useState } from 'react';
import type { User } from '#shared/contract/users.ts';
import { roles } from '#shared/domain/people/roles.ts';
import { now } from '#web/api/clock.ts';
import { useLiveUpdates } from '#web/api/live.ts';
import { hasUsedQuickExit } from '#web/api/personal-data-cleanup.ts';
import { useSession } from '#web/api/session.ts';
import { logOut } from '#web/features/accounts/log-out.ts';
import { SessionGuard } from '#web/features/accounts/session-guard.tsx';
import { buildPersonBookingHref, type MyVisitsProps } from '#web/features/appointments/mine/my-visits.ts';
import { NextVisit, useNextVisit } from '#web/features/appointments/mine/next-visit.tsx';
import { useIdleLock } from '#web/features/privacy/use-idle-lock.ts';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { loadWithMessages } from '#web/islands/message-files.ts';
import { preloadToastHost } from '#web/islands/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ExpandableLine } from '#web/ui/frame/expandable-line.tsx';
import { TabPanel } from '#web/ui/frame/tab-list.tsx';
import { Tabs } from '#web/ui/frame/tabs.tsx';
import { useHydrated } from '#web/ui/frame/use-hydrated.ts';
import { Notice } from '#web/ui/notice.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.tsx';
import { onFirstActivity } from '#web/ui/overlay/lazy-preloaded.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** Loaded separately, so that a patient who looks up an appointment does not wait for the forms. */
const loadDetailsTab = () =>
  loadWithMessages(['account-details'], () => import('#web/features/accounts/own-details-tab.tsx'));
const loadFamilyTab = () =>
  loadWithMessages(['account', 'family'], () => import('#web/features/patients/family/family-tab.tsx'));
const loadPrivacyTab = () =>
  loadWithMessages(['privacy'], () => import('#web/features/privacy/privacy-tab.tsx'));
const loadOpenings = () => loadWithMessages(['privacy'], () => import('#web/features/privacy/openings.tsx'));
const loadVisitsTab = () => import('./visits-tab.tsx');
const loadPasswordTab = () =>
  loadWithMessages(['account'], () => import('#web/features/accounts/own-password-tab.tsx'));
const UnreachedNotice = lazyPart(() =>
  loadWithMessages(
    ['account-details'],
    () => import('#web/features/appointments/booked/unreached-notice.tsx'),
  ).then((m) => m.UnreachedNotice),
);
const ReachSettings = lazyPart(() =>
  loadWithMessages(['account-details'], () => import('#web/features/accounts/reach-settings.tsx')).then(
    (m) => m.ReachSettings,
  ),
);
const OwnCalendar = lazyPart(() =>
  import('#web/features/calendars/own-calendar.tsx').then((m) => m.OwnCalendar),
);
const SignInSettings = lazyPart(() => loadPasswordTab().then((m) => m.SignInSettings));
const OwnDetailsTab = lazyPart(() => loadDetailsTab().then((m) => m.OwnDetailsTab));
const FamilyTab = lazyPart(() => loadFamilyTab().then((m) => m.FamilyTab));
const OwnDataCard = lazyPart(() =>
  loadWithMessages(['privacy'], () => import('#web/features/own-data/own-data-card.tsx')).then(
    (m) => m.OwnDataCard,
  ),
);
const Unlock = lazyPart(() =>
  loadWithMessages(['privacy'], () => import('#web/features/privacy/unlock.tsx')).then((m) => m.Unlock),
);
const PrivacyTab = lazyPart(() => loadPrivacyTab().then((m) => m.PrivacyTab));
const OpeningsList = lazyPart(() => loadOpenings().then((m) => m.OpeningsList));
const CaredConsent = lazyPart(() =>
  loadWithMessages(['privacy'], () => import('#web/features/privacy/cared-consent.tsx')).then(
    (m) => m.CaredConsent,
  ),
);
const VisitsTab = lazyPart(() => loadVisitsTab().then((m) => m.VisitsTab));
const OwnPasswordTab = lazyPart(() => loadPasswordTab().then((m) => m.OwnPasswordTab));

const tabs = ['profile', 'password', 'appointments', 'more'] as const;
type Tab = (typeof tabs)[number];
/** Sections under "More", as named in the URL. */
const moreSections = ['family', 'reach', 'calendar', 'privacy', 'devices', 'data'] as const;
type MoreSection = (typeof moreSections)[number];

interface ProfileLocation {
  tab: Tab;
  /** The open section under "More". */
  part: MoreSection | null;
}

const sectionLoaders: Partial<Record<Tab | MoreSection, () => Promise<unknown>>> = {
  profile: loadDetailsTab,
  password: loadPasswordTab,
  appointments: loadVisitsTab,
  family: loadFamilyTab,
  privacy: loadPrivacyTab,
  devices: loadPasswordTab,
};
function readProfileLocation(): ProfileLocation {
  const asked = new URLSearchParams(location.search).get('tab');
  const part = moreSections.find((name) => name === asked) ?? null;
  return { tab: part ? 'more' : (tabs.find((name) => name === asked) ?? 'profile'), part };
}
// Starts loading the tab during hydration, because its code does not depend on the user.
if (typeof location !== 'undefined') {
  const { tab, part } = readProfileLocation();
  void sectionLoaders[part ?? tab]?.().catch(() => undefined);
}
// Most users open the tab of appointments: preloads it before they press it.
onFirstActivity(loadVisitsTab);

const clockRefreshMs = 60_000;
const reloadDelayMs = 1500;

/** The current time, refreshed every minute, because appointments pass while the page is open. */
function useCurrentMinute(): Date {
  const [moment, setMoment] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setMoment(now()), clockRefreshMs);
    return () => clearInterval(timer);
  }, []);
  return moment;
}

/** The tab is part of the URL (`/profile?tab=appointments`), for links in messages and for reloads. */
function useProfileLocation(): [ProfileLocation, (next: Partial<ProfileLocation>) => void] {
  const [place, setPlace] = useState<ProfileLocation>(() =>
    typeof location === 'undefined' ? { tab: 'profile', part: null } : readProfileLocation(),
  );
  useEffect(() => {
    const follow = () => setPlace(readProfileLocation());
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  const show = (next: Partial<ProfileLocation>) => {
    const { tab, part } = { ...place, ...next };
    history.replaceState(null, '', tab === 'profile' ? location.pathname : `?tab=${part ?? tab}`);
    setPlace({ tab, part });
  };
  return [place, show];
}

/**
 * The user's own account: the next appointment, then details, password and appointments; the rest under
 * "More".
 */
function ProfileIsland(props: MyVisitsProps) {
  const ready = useHydrated();
  const session = useSession(ready);
  const { user, isLoading, lock } = session;
  useIdleLock(session);
  const [{ tab, part }, show] = useProfileLocation();
  const moment = useCurrentMinute();
  const idBase = useId();
  const gone = ready && !isLoading && !user;
  const books = user !== null && roles[user.role].books;
  const next = useNextVisit(books && lock !== 'shut' ? user : null);
  useLiveUpdates(user !== null);
  useEffect(preloadToastHost, []);
  useEffect(() => {
    if (gone && !hasUsedQuickExit()) location.replace('/');
  }, [gone]);

  // The next appointment is at the top: waits for it, so that it does not push other content down.
  if (!user || next.isPending) return <Waiting />;
  if (lock === 'shut')
    return (
      <Suspense fallback={<Waiting />}>
        <Unlock user={user} />
        <SessionGuard />
      </Suspense>
    );
  return (
    <>
      {books && (
        <div className="mb-6">
          <NextVisit {...props} user={user} now={moment} />
        </div>
      )}
      <Tabs
        label={t('account.profile.tabs')}
        idBase={idBase}
        value={tab}
        onChange={(value) => show({ tab: value as Tab, part: null })}
        tabs={tabs.map((value) => ({
          value,
          label: t(`account.profile.tab.${value === 'password' && !user.username ? 'setPassword' : value}`),
        }))}
      />
      <TabPanel idBase={idBase} value={tab} className="mt-5 grid gap-5">
        {user.asksConsent && part !== 'privacy' && (
          <Notice kind="warn">
            {t('account.profile.noticeChanged')}{' '}
            <Button kind="out" size="sm" onClick={() => show({ tab: 'more', part: 'privacy' })}>
              {t('account.profile.readNotice')}
            </Button>
          </Notice>
        )}
        <Suspense fallback={<Waiting />}>
          {tab === 'profile' && (
            <OwnDetailsTab user={user} onSaved={() => setTimeout(() => location.reload(), reloadDelayMs)} />
          )}
          {tab === 'password' && <OwnPasswordTab user={user} now={moment} onlyPassword={books} />}
          {tab === 'appointments' && <VisitsTab {...props} user={user} now={moment} />}
        </Suspense>
        {tab === 'more' &&
          moreSections
            .filter((name) => books || name === 'reach' || name === 'calendar')
            .map((name) => (
              <ExpandableLine
                key={name}
                title={t(`account.profile.more.${name}`)}
                open={part === name}
                onToggle={(open) => show({ part: open ? name : null })}
              >
                <Suspense fallback={<Waiting />}>
                  <MoreSectionContent name={name} props={props} user={user} now={moment} />
                </Suspense>
              </ExpandableLine>
            ))}
      </TabPanel>
      <SessionGuard />
    </>
  );
}

interface PartProps {
  name: MoreSection;
  props: MyVisitsProps;
  user: User;
  now: Date;
}

function MoreSectionContent({ name, props, user, now: moment }: PartProps) {
  switch (name) {
    case 'family':
      return (
        <FamilyTab
          user={user}
          lang={props.lang}
          bookHref={(id) => buildPersonBookingHref(props, id)}
          visitsHref={(id) => `?tab=appointments&of=${id}`}
          openingsOf={({ id }) => <OpeningsList patientId={id} />}
          consentOf={({ id }) => <CaredConsent patientId={id} />}
        />
      );
    case 'reach':
      return <ReachSettings user={user} notice={<UnreachedNotice user={user} />} />;
    case 'calendar':
      return <OwnCalendar user={user} />;
    case 'privacy':
      return <PrivacyTab user={user} />;
    case 'devices':
      return <SignInSettings user={user} now={moment} />;
    case 'data':
      return <OwnDataCard lang={props.lang} onDeleted={signOutDeleted} />;
  }
}
/** After the account is deleted: also clears the data in this browser. */
const signOutDeleted = () => void logOut();

function Waiting() {
  return (
    <p role="status" className="grid min-h-60 place-items-center text-brand">
      <Spinner className="size-8!" />
      <span className="sr-only">{t('common.state.loading')}</span>
    </p>
  );
}

export const island = defineIsland({
  name: 'profile',
  areas: ['common', 'errors', 'account-own', 'booking-own', 'offer-own'],
  component: ProfileIsland,
});
