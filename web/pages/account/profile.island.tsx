import { Suspense, useEffect, useId, useState } from 'react';
import { roles } from '#shared/domain/people/roles.ts';
import { now } from '#web/api/clock.ts';
import { useLive } from '#web/api/live.ts';
import { useSession } from '#web/api/session.ts';
import { isLeft } from '#web/api/traces.ts';
import { SessionGuard } from '#web/features/accounts/session-guard.tsx';
import { bookFor, type MyVisitsProps } from '#web/features/appointments/mine/my-visits.ts';
import { OwnCalendar } from '#web/features/calendars/own-calendar.tsx';
import { useIdleLock } from '#web/features/privacy/use-idle-lock.ts';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { prepareToastsOnTouch } from '#web/islands/toast.ts';
import { withWords } from '#web/islands/words.ts';
import { Button } from '#web/ui/button.tsx';
import { fetchCode } from '#web/ui/frame/fetch-code.ts';
import { onFirstSign } from '#web/ui/frame/later.tsx';
import { lazyPart } from '#web/ui/frame/lazy-part.tsx';
import { TabPanel } from '#web/ui/frame/tab-list.tsx';
import { Tabs } from '#web/ui/frame/tabs.tsx';
import { useHydrated } from '#web/ui/frame/use-hydrated.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** The forms by themselves: who comes for her next visit does not wait for them. */
const bringDetails = () =>
  withWords(['account-details'], () => import('#web/features/accounts/own-details-tab.tsx'));
const bringFamily = () =>
  withWords(['account', 'family'], () => import('#web/features/patients/family/family-tab.tsx'));
const bringPrivacy = () => withWords(['privacy'], () => import('#web/features/privacy/privacy-tab.tsx'));
const bringOpenings = () => withWords(['privacy'], () => import('#web/features/privacy/openings.tsx'));
const bringVisits = () => import('./visits-tab.tsx');
const bringPassword = () =>
  withWords(['account'], () => import('#web/features/accounts/own-password-tab.tsx'));
const DetailsTab = lazyPart(() => bringDetails().then((m) => m.OwnDetailsTab));
const FamilyTab = lazyPart(() => bringFamily().then((m) => m.FamilyTab));
const OwnData = lazyPart(() =>
  withWords(['privacy'], () => import('#web/features/own-data/own-data-card.tsx')).then((m) => m.OwnDataCard),
);
const Unlock = lazyPart(() =>
  withWords(['privacy'], () => import('#web/features/privacy/unlock.tsx')).then((m) => m.Unlock),
);
const PrivacyTab = lazyPart(() => bringPrivacy().then((m) => m.PrivacyTab));
const OpeningsList = lazyPart(() => bringOpenings().then((m) => m.OpeningsList));
const CaredConsent = lazyPart(() =>
  withWords(['privacy'], () => import('#web/features/privacy/cared-consent.tsx')).then((m) => m.CaredConsent),
);
const VisitsTab = lazyPart(() => bringVisits().then((m) => m.VisitsTab));
const PasswordTab = lazyPart(() => bringPassword().then((m) => m.OwnPasswordTab));

const tabs = ['profile', 'password', 'appointments', 'family', 'privacy'] as const;
type Tab = (typeof tabs)[number];
const bring: Partial<Record<Tab, () => Promise<unknown>>> = {
  profile: bringDetails,
  password: bringPassword,
  appointments: bringVisits,
  family: bringFamily,
  privacy: bringPrivacy,
};
const askedTab = (): Tab => {
  const asked = new URLSearchParams(location.search).get('tab');
  return tabs.find((name) => name === asked) ?? 'profile';
};
// While the page wakes: nothing of the tab has to wait for who she is.
if (typeof location !== 'undefined') void bring[askedTab()]?.().catch(() => undefined);
// What most come for is there before they press its tab.
onFirstSign(() => void bringVisits().catch(() => undefined));

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
  const [tab, setTab] = useState<Tab>(() => (typeof location === 'undefined' ? 'profile' : askedTab()));
  useEffect(() => {
    const follow = () => setTab(askedTab());
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
  const session = useSession(ready);
  const { user, isLoading, lock } = session;
  useIdleLock(session);
  const [tab, show] = useTab();
  const moment = useNow();
  const idBase = useId();
  const gone = ready && !isLoading && !user;
  useLive(user !== null);
  useEffect(prepareToastsOnTouch, []);
  useEffect(() => {
    if (gone && !isLeft()) location.replace('/');
  }, [gone]);

  if (!user) return <Waiting />;
  if (lock === 'shut')
    return (
      <Suspense fallback={<Waiting />}>
        <Unlock user={user} />
        <SessionGuard />
      </Suspense>
    );
  return (
    <>
      <Tabs
        label={t('account.profile.tabs')}
        idBase={idBase}
        value={tab}
        onChange={(next) => show(next as Tab)}
        tabs={tabs
          .filter((value) => (value !== 'family' && value !== 'privacy') || roles[user.role].books)
          .map((value) => ({ value, label: t(`account.profile.tab.${value}`) }))}
      />
      <TabPanel idBase={idBase} value={tab} className="mt-5 grid gap-5">
        {user.asksConsent && tab !== 'privacy' && (
          <Notice kind="warn">
            {t('account.profile.noticeChanged')}{' '}
            <Button kind="out" size="sm" onClick={() => show('privacy')}>
              {t('account.profile.readNotice')}
            </Button>
          </Notice>
        )}
        <Suspense fallback={<Waiting />}>
          {tab === 'profile' && (
            <>
              <DetailsTab user={user} onSaved={() => setTimeout(() => location.reload(), reloadAfter)} />
              <OwnCalendar user={user} />
            </>
          )}
          {tab === 'password' && <PasswordTab user={user} now={moment} />}
          {tab === 'family' && (
            <FamilyTab
              user={user}
              lang={props.lang}
              bookHref={(id) => bookFor(props, id)}
              visitsHref={(id) => `?tab=appointments&of=${id}`}
              openingsOf={({ id }) => <OpeningsList patientId={id} />}
              consentOf={({ id }) => <CaredConsent patientId={id} />}
            />
          )}
          {tab === 'privacy' && (
            <>
              <PrivacyTab user={user} contactHref={contactOf(props)} />
              <OwnData lang={props.lang} onDeleted={leave} />
            </>
          )}
          {tab === 'appointments' && <VisitsTab {...props} user={user} now={moment} />}
        </Suspense>
      </TabPanel>
      <SessionGuard />
    </>
  );
}

const contactOf = ({ bookHref }: MyVisitsProps): string => bookHref.replace('#book', '#contact');
/** Her account is gone: what this browser keeps of her goes too. */
const leave = () => void fetchCode(() => import('#web/features/accounts/log-out.ts')).then((m) => m.logOut());

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
