import { CalendarPlus, FolderOpen, KeyRound, LogOut, Pencil } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { changeUser, getUser, type User } from '#shared/contract/users.ts';
import { formatDateOf } from '#shared/domain/format-time.ts';
import { now as present } from '#web/api/clock.ts';
import { useEndSessions } from '#web/api/end-sessions.ts';
import { useRead } from '#web/api/hooks.ts';
import { useSession } from '#web/api/session.ts';
import { useConfirmedWrite } from '#web/api/use-confirmed-write.ts';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { TabPanel } from '#web/ui/frame/tab-list.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { PatientPhone } from '#web/ui/phone/patient-phone.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { EditPatientDialog } from './edit-patient-dialog.tsx';
import { AlertChips } from './file/alert-chips.tsx';
import { formatMessageChoice } from './message-choice.tsx';
import { NewFirstPassword } from './new-first-password.tsx';
import { UnreachableNotice } from './unreachable-notice.tsx';

interface PatientFileDialogProps {
  patient: { id: number; name: string };
  /** The patient's appointments and the file's change history, from other features. */
  visits: ReactNode;
  changes: ReactNode;
  onBook(patient: User): void;
  onClose(): void;
}

const buildPatientFileHref = (id: number): string => `/clinic/patients/${id}`;

type FileTask = 'password' | 'sessions' | 'phone';

const fileTabs = ['visits', 'details', 'changes'] as const;
type FileTab = (typeof fileTabs)[number];

/**
 * Dialog with a patient's file, opened from a patient's name. The server logs the access. Mounted while it is
 * open.
 */
export function PatientFileDialog({ patient, visits, changes, onBook, onClose }: PatientFileDialogProps) {
  const idBase = useId();
  const [part, setPart] = useState<FileTab>('visits');
  const [also, setAlso] = useState<'edit' | FileTask | null>(null);
  const { data: user, isError, error } = useRead(getUser, { params: { id: patient.id } });
  return (
    <>
      <Dialog
        open
        size="lg"
        onClose={onClose}
        title={t('staff.file.title')}
        description={<FileDialogTitle id={patient.id} name={user?.name ?? patient.name} user={user} />}
        closeLabel={t('common.action.close')}
        actions={
          user && (
            <>
              {location.pathname !== buildPatientFileHref(user.id) && (
                <ButtonLink kind="out" icon={<FolderOpen {...icon} />} href={buildPatientFileHref(user.id)}>
                  {t('staff.file.whole')}
                </ButtonLink>
              )}
              <Button kind="out" icon={<Pencil {...icon} />} onClick={() => setAlso('edit')}>
                {t('staff.file.edit')}
              </Button>
              <Button
                icon={<CalendarPlus {...icon} />}
                aria-label={t('staff.file.bookFor', { name: user.name })}
                onClick={() => onBook(user)}
              >
                {t('staff.file.book')}
              </Button>
            </>
          )
        }
      >
        <Segmented
          idBase={idBase}
          label={t('staff.file.title')}
          value={part}
          onChange={(value) => setPart(value as FileTab)}
          tabs={fileTabs.map((value) => ({ value, label: t(`staff.file.${value}`) }))}
        />
        <TabPanel idBase={idBase} value={part} className="grid min-h-72 content-start gap-4">
          {part === 'visits' && visits}
          {part === 'changes' && changes}
          {part === 'details' &&
            (user ? (
              <Details user={user} onTask={setAlso} />
            ) : (
              <DetailsLoadState problem={isError ? error : null} />
            ))}
        </TabPanel>
      </Dialog>
      {user && also === 'edit' && <EditPatientDialog patient={user} onClose={() => setAlso(null)} />}
      {user && also === 'password' && <NewFirstPassword patient={user} onClose={() => setAlso(null)} />}
      {user && also === 'sessions' && <EndSessions patient={user} onClose={() => setAlso(null)} />}
      {user && also === 'phone' && <ConfirmPhone patient={user} onClose={() => setAlso(null)} />}
    </>
  );
}

function EndSessions({ patient, onClose }: { patient: User; onClose(): void }) {
  return <ConfirmDialog {...useEndSessions(patient, onClose)} />;
}

/**
 * Staff state that the patient confirmed the number to them; it then counts as entered by them. The question
 * keeps the number that they asked about: if it is changed meanwhile, the server rejects the answer.
 */
function ConfirmPhone({ patient, onClose }: { patient: User; onClose(): void }) {
  const [{ id, name, phone, version }] = useState(patient);
  const question = useConfirmedWrite(
    changeUser,
    { params: { id }, body: { phoneKnown: true, version } },
    { done: { title: t('staff.file.phoneConfirmed'), description: name }, onClose },
  );
  return (
    <ConfirmDialog
      {...question}
      destructive={false}
      title={t('staff.file.confirmPhoneTitle')}
      description={t('staff.file.confirmPhoneText', { name })}
      confirmLabel={t('staff.file.confirmPhoneYes')}
    >
      <p>
        <span className="ltr num">{phone}</span>
      </p>
    </ConfirmDialog>
  );
}

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;

function Details({ user, onTask }: { user: User; onTask(task: FileTask): void }) {
  const { user: viewer } = useSession();
  return (
    <>
      <UnreachableNotice user={user} />
      <dl className="grid gap-4 sm:grid-cols-2">
        <Fact label={t('staff.file.phone')}>
          {user.phone && <PatientPhone now={present()} phone={user.phone} reach={user.reach} />}
          {user.phone && !user.phoneKnown && (
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-2">
              {t('staff.find.unconfirmed')}
              <Button kind="out" size="sm" onClick={() => onTask('phone')}>
                {t('staff.file.confirmPhone')}
              </Button>
            </span>
          )}
        </Fact>
        <Fact label={t('staff.file.secondaryPhone')}>
          {user.secondaryPhone && (
            <PatientPhone now={present()} phone={user.secondaryPhone} reach={user.reach} />
          )}
        </Fact>
        <Fact label={t('staff.file.email')}>
          {user.email && <span className="ltr wrap-anywhere">{user.email}</span>}
        </Fact>
        <Fact label={t('staff.file.username')}>
          {user.username && <span className="ltr wrap-anywhere">{user.username}</span>}
        </Fact>
        <Fact label={t('staff.file.patientId')}>
          <span className="ltr num">{user.reference}</span>
        </Fact>
      </dl>
      {/* Somebody without a channel of her own may get her messages through her guardian. */}
      {(user.channels.length > 0 || user.unreachable) && (
        <p className="text-small text-ink-2">{formatMessageChoice(user.channels, user.locale)}</p>
      )}
      <p className="text-small text-ink-2">
        {joinWithComma(
          t('staff.file.since', { date: formatDateOf(currentLang(), user.createdAt) }),
          user.requires.length > 0 ? t('staff.file.noLogin') : null,
        )}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {viewer?.role !== 'receptionist' && (
          <Button kind="out" size="sm" icon={<KeyRound {...icon} />} onClick={() => onTask('password')}>
            {t('staff.handOver.reset')}
          </Button>
        )}
        {viewer?.role === 'admin' && (
          <Button kind="out" size="sm" icon={<LogOut {...icon} />} onClick={() => onTask('sessions')}>
            {t('staff.endSessions.title')}
          </Button>
        )}
        <p className="text-xs text-ink-2">{t('staff.file.recorded')}</p>
      </div>
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-2">{label}</dt>
      <dd className="text-ui font-medium">
        {children || <span className="font-normal text-ink-3">{t('staff.file.notGiven')}</span>}
      </dd>
    </div>
  );
}

function FileDialogTitle({ id, name, user }: { id: number; name: string; user: User | undefined }) {
  return (
    <span className="flex flex-wrap gap-x-3">
      <b className="text-ink">{name}</b>
      {user && <span className="ltr num">{user.reference}</span>}
      {user?.unreachable && <Badge>{t('staff.cell.unreachable')}</Badge>}
      <AlertChips patientId={id} />
    </span>
  );
}

/** Shown while the details load, or with the error if they did not. */
function DetailsLoadState({ problem }: { problem: Error | null }) {
  if (!problem) return <DetailsSkeleton />;
  return (
    <Notice kind="danger" live title={t('staff.file.loadFailed')}>
      {problem.message}
    </Notice>
  );
}

function DetailsSkeleton() {
  return (
    <LoadingRegion label={t('common.state.loading')} className="grid gap-4 sm:grid-cols-2">
      {fileTabs.map((part) => (
        <Skeleton key={part} className="h-10" />
      ))}
    </LoadingRegion>
  );
}
