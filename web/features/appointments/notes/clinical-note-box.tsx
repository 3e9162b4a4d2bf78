import { Check, CloudOff, Eye } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ClinicalNote } from '#shared/contract/clinical-notes.ts';
import { ownPlace } from '#shared/contract/staff.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { formatTime } from '#shared/domain/format-time.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { useMultiStepChange } from '#web/api/changes.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/form/textarea.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import {
  type ClinicalDraft,
  editClinicalDraft,
  mergeWithOtherWindow,
  openClinicalDraft,
  signClinicalDraft,
  useClinicalDraft,
} from './clinical-draft.ts';
import { handleSaveShortcut, SavingKeys } from './saving-keys.tsx';
import { useOpeningFocus } from './use-opening-focus.ts';

interface ClinicalNoteBoxProps {
  patient: { id: number; name: string };
  /** Appointment of a new note. */
  visitId: number | null;
  /** The box belongs to that appointment: a draft about another one is labelled. */
  atVisit?: boolean;
  /** Focuses the box when it opens. */
  autoFocus?: boolean;
  onSigned?(note: ClinicalNote): void;
  /** Closes the box; the draft stays stored. Without it the box cannot be closed. */
  onClose?(): void;
}

const icon = { size: 16, strokeWidth: 1.9, 'aria-hidden': true } as const;
const maxNoteLength = 20_000;

/** Editor of a clinical note: the draft is stored while it is written, and signed with the author's name. */
export function ClinicalNoteBox({
  patient,
  visitId,
  atVisit = false,
  autoFocus,
  onSigned,
  onClose,
}: ClinicalNoteBoxProps) {
  const draft = useClinicalDraft(patient.id);
  const box = useRef<HTMLTextAreaElement>(null);
  const hint = useId();
  const [shares, setShares] = useState(false);
  const { mutate: sign, isPending: busy } = useMultiStepChange(() => signClinicalDraft(patient.id, shares));
  useEffect(
    () => openClinicalDraft(patient.id, { appointmentId: visitId, corrects: null }),
    [patient.id, visitId],
  );
  useOpeningFocus(box, autoFocus === true);
  if (!draft) return null;
  const blank = draft.text.trim() === '';
  const mayShare = draft.appointmentId !== null;
  const save = () =>
    sign(undefined, {
      onSuccess(note) {
        setShares(false);
        showToast({
          kind: 'success',
          title: t('staff.note.signedTitle'),
          description: t('staff.note.signedText'),
        });
        onSigned?.(note);
      },
      onError: (error) => showErrorToast(t('staff.note.failedTitle'), error, t('staff.note.failed')),
    });
  return (
    <>
      <Textarea
        ref={box}
        aria-label={t('staff.note.label', { name: patient.name })}
        aria-describedby={hint}
        dir="auto"
        maxLength={maxNoteLength}
        className="min-h-[104px]! max-lg:min-h-[160px]!"
        value={draft.text}
        onChange={({ target }) => editClinicalDraft(patient.id, { text: target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && onClose) onClose();
          if (handleSaveShortcut(event) && !blank && !busy) save();
        }}
      />
      {atVisit && isOfOtherVisit(draft, visitId) && (
        <OtherVisitNotice
          onTake={() => editClinicalDraft(patient.id, { appointmentId: visitId, corrects: null })}
        />
      )}
      {draft.state === 'elsewhere' && (
        <Notice kind="warn" live title={t('staff.note.elsewhereTitle')}>
          <p>{t('staff.note.elsewhere')}</p>
          <Button kind="out" size="sm" className="mt-2" onClick={() => void mergeWithOtherWindow(patient.id)}>
            {t('staff.note.bringTogether')}
          </Button>
        </Notice>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <DraftState draft={draft} id={hint} />
        {onClose && (
          <Button kind="gho" size="sm" className="max-lg:flex-auto" onClick={onClose}>
            {t('common.action.close')}
          </Button>
        )}
        <Button
          kind={shares && mayShare ? 'sec' : 'out'}
          size="sm"
          icon={<Eye size={18} strokeWidth={1.7} aria-hidden="true" />}
          className="max-lg:flex-auto"
          aria-pressed={shares && mayShare}
          disabled={!mayShare}
          title={mayShare ? undefined : t('staff.note.shareNeedsVisit')}
          onClick={() => setShares(!shares)}
        >
          {t('staff.note.share')}
        </Button>
        <Button
          size="sm"
          className="max-lg:flex-auto"
          disabled={blank}
          busy={busy}
          busyLabel={t('staff.notes.saving')}
          title={blank ? t('staff.notes.blank') : undefined}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onClick={save}
        >
          {t('staff.note.sign')}
          <SavingKeys />
        </Button>
      </div>
    </>
  );
}

const isOfOtherVisit = ({ text, appointmentId, corrects }: ClinicalDraft, visitId: number | null): boolean =>
  text !== '' && (appointmentId !== visitId || corrects !== null);

/** The draft was begun at another appointment; it stays there unless the doctor moves it here. */
function OtherVisitNotice({ onTake }: { onTake(): void }) {
  return (
    <Notice kind="warn" live title={t('staff.note.otherTitle')}>
      <p>{t('staff.note.other')}</p>
      <Button kind="out" size="sm" className="mt-2" onClick={onTake}>
        {t('staff.note.thisVisit')}
      </Button>
    </Notice>
  );
}

/** Whether the draft is stored, and who will have signed it. */
function DraftState({ draft, id }: { draft: ClinicalDraft; id: string }) {
  const { data } = useRead(ownPlace);
  const lost = draft.state === 'lost' && draft.text !== '';
  const kept = draft.keptAt && draft.text !== '' && draft.state !== 'lost';
  const time = draft.keptAt && formatTime(currentLang(), clinicClock(draft.keptAt).time);
  return (
    <p id={id} className="me-auto flex items-center gap-[6px] text-xs leading-[1.5] text-ink-2 max-lg:w-full">
      {lost && <CloudOff {...icon} className="flex-none text-tone-warning" />}
      {kept && <Check {...icon} className="flex-none" />}
      <span>
        <span role="status">{lost && t('staff.note.notKept')}</span>
        {joinWithComma(
          kept && time ? t('staff.note.kept', { time }) : null,
          data && t('staff.note.signedAs', { name: doctorName(currentLang(), data.called) }),
        )}
      </span>
    </p>
  );
}
