import { Suspense, useEffect, useMemo } from 'react';
import { listWaiting } from '#shared/contract/offers.ts';
import { openFamily, openPatientFile, type PatientFile } from '#shared/contract/patients.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { useRead } from '#web/api/hooks.ts';
import { useSession } from '#web/api/session.ts';
import { FileEditor } from '#web/features/appointments/file/file-editor.tsx';
import { Timeline } from '#web/features/appointments/file/timeline.tsx';
import type { EntryActions } from '#web/features/appointments/file/timeline-entry.tsx';
import { editClinicalDraft, openClinicalDraft } from '#web/features/appointments/notes/clinical-draft.ts';
import { closeDraft } from '#web/features/appointments/notes/note-draft.ts';
import { useCurrentTime } from '#web/features/appointments/use-now.ts';
import { openWishDialog } from '#web/features/appointments/wishing/open-wish-dialog.ts';
import { formatMissedCount } from '#web/features/no-shows/missed-count.ts';
import { MissedInFile } from '#web/features/no-shows/missed-in-file.tsx';
import { FileWishes } from '#web/features/offers/file-wishes.tsx';
import { FileFamily } from '#web/features/patients/family/file-family.tsx';
import { FileAlerts } from '#web/features/patients/file/file-alerts.tsx';
import { FileHead } from '#web/features/patients/file/file-head.tsx';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { type SharedPageProps, SharedStaffPage } from '#web/shell/shared-staff-page.tsx';
import { useStaffDesk } from '#web/shell/staff-desk.tsx';
import { StaffRouter } from '#web/shell/staff-router.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';

const FileDuplicates = lazyPart(() =>
  import('#web/features/patients/merging/file-duplicates.tsx').then((m) => m.FileDuplicates),
);
const FileConsent = lazyPart(() =>
  import('#web/features/privacy/file-consent.tsx').then((m) => m.FileConsent),
);

/** The file of the patient in the URL. */
function PatientIsland(props: SharedPageProps) {
  return (
    <StaffRouter path="/clinic/patients">
      <SharedStaffPage {...props} at="/admin/patients" title={t('desk.file.title')}>
        {(kind) => <File kind={kind} patientId={Number(location.pathname.split('/').at(-1))} />}
      </SharedStaffPage>
    </StaffRouter>
  );
}

interface FileProps {
  kind: 'admin' | 'doctor';
  patientId: number;
}

function File({ kind, patientId }: FileProps) {
  const isId = Number.isInteger(patientId) && patientId > 0;
  const file = useRead(openPatientFile, isId ? { params: { id: patientId } } : null);
  // Family and waiting list are above the notes: they are read with the file, so that the notes do not move.
  const family = useRead(openFamily, isId ? { params: { id: patientId } } : null);
  const wishes = useRead(listWaiting, isId ? { query: { userId: String(patientId) } } : null);
  // The file was merged into another: redirects to the file that was kept.
  const standing = file.data?.user.id;
  useEffect(() => {
    if (standing && standing !== patientId) location.replace(`/clinic/patients/${standing}`);
  }, [standing, patientId]);
  if (!isId || file.error?.status === 404)
    return <EmptyState title={t('desk.file.notFound')}>{t('desk.file.notFoundText')}</EmptyState>;
  if (file.isError && !file.data)
    return (
      <LoadFailed
        title={t('desk.file.loadFailed')}
        reason={file.error.message}
        onAgain={() => void file.refetch()}
      />
    );
  const isReady = !family.isPending && !wishes.isPending;
  return file.data && isReady ? <OpenFile kind={kind} file={file.data} /> : <FileSkeleton />;
}

function OpenFile({ kind, file }: { kind: FileProps['kind']; file: PatientFile }) {
  const now = useCurrentTime();
  const { user: viewer } = useSession();
  const desk = useStaffDesk({ kind, now });
  const today = dayClock(now).date;
  const { user } = file;
  const patient = { id: user.id, name: user.name };
  const isDoctor = viewer?.role === 'doctor';
  const actions = useMemo<EntryActions>(
    () => ({
      row: desk.actions,
      missed: ({ id, userId }) => <MissedInFile visitId={id} patientId={userId} />,
      correct({ id, appointmentId }) {
        closeDraft();
        openClinicalDraft(user.id, { appointmentId, corrects: id });
        editClinicalDraft(user.id, { appointmentId, corrects: id });
        document.querySelector<HTMLElement>('#main textarea')?.focus();
      },
    }),
    [desk.actions, user.id],
  );
  return (
    <>
      <FileHead
        file={file}
        today={today}
        missedWords={formatMissedCount({ counted: file.missedCounted, waitsForCall: file.waitsForCall })}
        alerts={isDoctor && <FileAlerts patientId={user.id} />}
        onDetails={() => desk.openFile(patient)}
        onBook={() => desk.newAppointment({ date: today }, user)}
        onWait={() => void openWishDialog({ today, patient, preset: {} })}
      />
      <FileWishes patientId={user.id} />
      <FileFamily patientId={user.id} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Suspense fallback={<PartSkeleton />}>
          <FileConsent patientId={user.id} />
        </Suspense>
        <Suspense fallback={<PartSkeleton />}>
          <FileDuplicates patient={patient} mayUndo={viewer?.role === 'admin'} />
        </Suspense>
      </div>
      {!isDoctor && <Notice>{t('desk.file.hidden')}</Notice>}
      <FileEditor patient={patient} today={today} mode={desk.actions.notes} />
      <Timeline patientId={user.id} today={today} actions={actions} />
      {desk.dialogs}
    </>
  );
}

/** Has the height of a collapsed section, so that the content below does not move. */
const PartSkeleton = () => <Skeleton className="h-[70px] rounded-card!" />;

const FileSkeleton = () => (
  <LoadingRegion label={t('common.state.loading')} className="grid gap-4">
    <Skeleton className="h-56 rounded-card!" />
    <Skeleton className="h-44 rounded-card!" />
    <Skeleton className="h-28 rounded-card!" />
  </LoadingRegion>
);

export const island = defineIsland({
  name: 'patient',
  areas: [
    'common',
    'errors',
    'account',
    'account-own',
    'staff',
    'admin',
    'doctor',
    'desk',
    'offer',
    'offer-own',
    'waiting',
  ],
  component: PatientIsland,
});
