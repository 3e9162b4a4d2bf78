import { Files } from 'lucide-react';
import { useState } from 'react';
import { listDuplicates, listMerges, type Merge, undoMerge } from '#shared/contract/own/merges.ts';
import type { FoundPatient } from '#shared/contract/users.ts';
import { formatInstant } from '#shared/domain/format-time.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { now as present } from '#web/api/clock.ts';
import { useRead } from '#web/api/hooks.ts';
import { openMergeDialog } from '#web/features/patients/merging/open-merge-dialog.ts';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { PatientPhone } from '#web/ui/phone/patient-phone.tsx';

interface FileDuplicatesProps {
  patient: { id: number; name: string };
  /** Whether the user may undo a merge (admins). */
  mayUndo: boolean;
}

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;
const openPatientFilePage = (id: number) => location.assign(`/clinic/patients/${id}`);

/** Possible duplicates of a patient's file, files merged into it, and a button to report a duplicate. */
export function FileDuplicates({ patient, mayUndo }: FileDuplicatesProps) {
  const duplicates = useRead(listDuplicates, { query: { patientId: patient.id } });
  const merges = useRead(listMerges, { params: { id: patient.id } });
  const others = (duplicates.data ?? []).map(({ one, other, saidBy }) => ({
    ...(one.id === patient.id ? other : one),
    saidBy,
  }));
  const compare = (otherId?: number) =>
    void openMergeDialog({ patient, ...(otherId ? { otherId } : {}), onJoined: openPatientFilePage });
  return (
    <Card
      as="section"
      aria-label={t('staff.merge.title')}
      className="grid gap-3 content-start px-[14px] py-3 text-ui sm:px-5"
    >
      {others.length > 0 && (
        <>
          <h3 className="text-body font-strong">{t('staff.merge.title')}</h3>
          <ul className="grid">
            {others.map(({ saidBy, ...other }) => (
              <DuplicatePair
                key={other.id}
                people={[other]}
                saidBy={saidBy}
                onCompare={() => compare(other.id)}
              />
            ))}
          </ul>
        </>
      )}
      {(merges.data ?? []).map((merge) => (
        <MergedFile key={merge.id} merge={merge} mayUndo={mayUndo} />
      ))}
      <Button
        kind="gho"
        size="sm"
        className="justify-self-start"
        icon={<Files {...icon} />}
        onClick={() => compare()}
      >
        {t('staff.merge.another')}
      </Button>
    </Card>
  );
}

interface DuplicatePairProps {
  people: readonly FoundPatient[];
  saidBy: string | null;
  onCompare(): void;
}

/** A pair of files that may belong to the same patient, with a button to compare them. */
function DuplicatePair({ people, saidBy, onCompare }: DuplicatePairProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-0">
      <span className="min-w-0 flex-1">
        {people.map(({ id, name, reference, phone, reach }) => (
          <span key={id} className="block">
            <bdi className="font-strong">{name}</bdi>{' '}
            <span className="num inline-block text-small text-ink-2">
              <bdi className="ltr">{reference}</bdi>{' '}
              {phone && <PatientPhone now={present()} phone={phone} reach={reach} plain />}
            </span>
          </span>
        ))}
        {saidBy && <span className="block text-small">{t('staff.merge.saidBy', { name: saidBy })}</span>}
      </span>
      <Button
        kind="out"
        size="sm"
        aria-label={`${t('staff.merge.compare')}: ${joinWithComma(...people.map(({ name }) => name))}`}
        onClick={onCompare}
      >
        {t('staff.merge.compare')}
      </Button>
    </li>
  );
}

const duplicatesShownFirst = 5;

/** All pairs of possible duplicates, for users who may merge; nothing if there are none. */
export function DuplicatePairs() {
  const { data = [] } = useRead(listDuplicates, {});
  if (data.length === 0) return null;
  return (
    <Card as="section" aria-label={t('staff.merge.title')} className="mb-5 grid gap-2 p-5">
      <h2 className="num font-text text-body font-strong tracking-normal">
        {t('staff.merge.listTitle', { n: data.length })}
      </h2>
      <ul className="grid">
        {data.slice(0, duplicatesShownFirst).map(({ one, other, saidBy }) => (
          <DuplicatePair
            key={`${one.id} ${other.id}`}
            people={[one, other]}
            saidBy={saidBy}
            onCompare={() =>
              void openMergeDialog({ patient: one, otherId: other.id, onJoined: openPatientFilePage })
            }
          />
        ))}
      </ul>
    </Card>
  );
}

function MergedFile({ merge, mayUndo }: { merge: Merge; mayUndo: boolean }) {
  const { id, at, reference } = merge;
  const [asking, setAsking] = useState(false);
  const { mutate: undo, isPending, error } = useChange(undoMerge, { untilRead: true });
  const onUndone = () => {
    showToast({ kind: 'success', title: t('staff.merge.parted') });
    setAsking(false);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="num min-w-0 flex-1 text-small">
        {t('staff.merge.joined', { reference, date: formatInstant(currentLang(), at) })}
      </p>
      {mayUndo && (
        <Button kind="out" size="sm" onClick={() => setAsking(true)}>
          {t('staff.merge.part')}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title={t('staff.merge.partTitle')}
        description={t('staff.merge.partText', { reference })}
        closeLabel={t('common.action.close')}
        safeLabel={t('staff.merge.keep')}
        confirmLabel={t('staff.merge.part')}
        busy={isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => undo({ params: { id } }, { onSuccess: onUndone })}
      >
        {error && (
          <Notice kind="danger" live>
            {getErrorMessage(error, t('staff.merge.partFailed'))}
          </Notice>
        )}
      </ConfirmDialog>
    </div>
  );
}
