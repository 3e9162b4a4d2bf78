import { CalendarOff } from 'lucide-react';
import { Suspense } from 'react';
import { useSearchParams } from 'wouter';
import { useSession } from '#web/api/session.ts';
import { DisruptionList } from '#web/features/disruptions/disruption-list.tsx';
import { ClinicOffers } from '#web/features/offers/clinic-offers.tsx';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { type SharedPageProps, SharedStaffPage } from '#web/shell/shared-staff-page.tsx';
import { StaffRouter } from '#web/shell/staff-router.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { TabPanel } from '#web/ui/frame/tab-list.tsx';
import { Tabs } from '#web/ui/frame/tabs.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.tsx';

const ClinicCalls = lazyPart(() =>
  import('#web/features/disruptions/clinic-calls.tsx').then((m) => m.ClinicCalls),
);
const WaitingList = lazyPart(() =>
  import('#web/features/offers/waiting-list.tsx').then((m) => m.WaitingList),
);

const disruptionTabsPath = '/clinic/disruptions';
const tabs = ['disruptions', 'calls', 'offers', 'waiting'] as const;

/** Disruptions with the displaced patients, the call list, open offers and the waiting list. */
function DisruptionsIsland(props: SharedPageProps) {
  return (
    <StaffRouter path={disruptionTabsPath}>
      <SharedStaffPage {...props} at={disruptionTabsPath} title={t('plans.title')} subtitle={t('plans.text')}>
        {() => <DisruptionTabs />}
      </SharedStaffPage>
    </StaffRouter>
  );
}

function DisruptionTabs() {
  const { user } = useSession();
  const [params, setParams] = useSearchParams();
  // Doctors have no call list.
  const hers = tabs.filter((one) => one !== 'calls' || user?.role !== 'doctor');
  const tab = hers.find((one) => one === params.get('tab')) ?? 'disruptions';
  const entersAbsences = user?.role === 'admin' || user?.role === 'doctor';
  return (
    <>
      <Tabs
        label={t('plans.title')}
        idBase="plans"
        value={tab}
        onChange={(value) => setParams(value === 'disruptions' ? {} : { tab: value }, { replace: true })}
        tabs={hers.map((value) => ({ value, label: t(`plans.tab.${value}`) }))}
      />
      <TabPanel idBase="plans" value={tab} className="grid gap-4">
        {tab === 'disruptions' && (
          <>
            {entersAbsences && (
              <ButtonLink
                kind="sec"
                className="justify-self-start"
                icon={<CalendarOff size={20} strokeWidth={1.7} aria-hidden="true" />}
                href={`${disruptionTabsPath}/new`}
              >
                {t('plans.newAbsence')}
              </ButtonLink>
            )}
            <DisruptionList />
          </>
        )}
        {tab === 'calls' && (
          <Suspense>
            <ClinicCalls />
          </Suspense>
        )}
        {tab === 'offers' && <ClinicOffers />}
        {tab === 'waiting' && (
          <Suspense>
            <WaitingList />
          </Suspense>
        )}
      </TabPanel>
    </>
  );
}

export const island = defineIsland({
  name: 'disruptions',
  areas: ['common', 'errors', 'staff', 'admin', 'doctor', 'desk', 'plans', 'offer', 'offer-own', 'waiting'],
  component: DisruptionsIsland,
});
