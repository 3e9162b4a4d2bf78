import { ArrowLeft } from 'lucide-react';
import { getDisruption } from '#shared/contract/disruptions.ts';
import { useRead } from '#web/api/hooks.ts';
import { useSession } from '#web/api/session.ts';
import {
  formatDisruptionPeriod,
  formatDisruptionTitle,
  formatSavedBy,
} from '#web/features/disruptions/disruption-title.ts';
import { DisruptionView } from '#web/features/disruptions/disruption-view.tsx';
import { useDisruptionNames } from '#web/features/disruptions/names.ts';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { type SharedPageProps, SharedStaffPage } from '#web/shell/shared-staff-page.tsx';
import { StaffRouter } from '#web/shell/staff-router.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { NewAbsence } from './new-absence.tsx';

const disruptionListPath = '/clinic/disruptions';

/** URL of the list of appointments in which an appointment can be found by its reference, by role. */
const appointmentListHrefs = {
  admin: '/admin/dashboard?tab=appointments&',
  doctor: '/doctor/dashboard?',
  receptionist: '/clinic/appointments?',
} as const;

function DisruptionIsland(props: SharedPageProps) {
  return (
    <StaffRouter path={disruptionListPath}>
      <Place {...props} />
    </StaffRouter>
  );
}

function Place(props: SharedPageProps) {
  const last = typeof location === 'undefined' ? '' : location.pathname.split('/').at(-1);
  const isNew = last === 'new';
  const disruptionId = Number(last);
  const isId = Number.isInteger(disruptionId) && disruptionId > 0;
  const names = useDisruptionNames();
  const { user } = useSession();
  const { data, error, refetch } = useRead(getDisruption, isId ? { params: { id: disruptionId } } : null);
  const listHref =
    user && Object.hasOwn(appointmentListHrefs, user.role)
      ? appointmentListHrefs[user.role as keyof typeof appointmentListHrefs]
      : appointmentListHrefs.admin;
  const title = isNew
    ? t('plans.new.title')
    : data
      ? t('plans.answersTitle', { name: formatDisruptionTitle(data, names) })
      : t('plans.title');
  const subtitle = isNew
    ? t('plans.notSaved')
    : data && `${formatDisruptionPeriod(data)}. ${formatSavedBy(data)}`;
  return (
    <SharedStaffPage {...props} at={disruptionListPath} title={title} subtitle={subtitle}>
      {() => (
        <>
          <a
            href={disruptionListPath}
            className="link inline-flex min-h-6 items-center gap-2 justify-self-start text-small print:hidden touch:min-h-tap"
          >
            <ArrowLeft size={16} strokeWidth={1.8} aria-hidden="true" className="rtl:-scale-x-100" />
            {t('plans.back')}
          </a>
          {isNew && <NewAbsence listHref={listHref} />}
          {data && <DisruptionView disruption={data} listHref={listHref} />}
          {!data && !isNew && <Missing isId={isId} error={error} onAgain={() => void refetch()} />}
        </>
      )}
    </SharedStaffPage>
  );
}

interface MissingProps {
  isId: boolean;
  error: { status: number; message: string } | null;
  onAgain(): void;
}

function Missing({ isId, error, onAgain }: MissingProps) {
  if (!isId || error?.status === 404)
    return <EmptyState title={t('plans.none')}>{t('plans.noneText')}</EmptyState>;
  if (error) return <LoadFailed title={t('plans.loadFailed')} reason={error.message} onAgain={onAgain} />;
  return (
    <LoadingRegion label={t('common.state.loading')} className="grid gap-4">
      <Skeleton className="h-24 rounded-card!" />
      <Skeleton className="h-80 rounded-card!" />
    </LoadingRegion>
  );
}

export const island = defineIsland({
  name: 'disruption',
  areas: ['common', 'errors', 'staff', 'admin', 'doctor', 'desk', 'plans'],
  component: DisruptionIsland,
});
