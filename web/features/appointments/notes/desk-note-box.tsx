import { useEffect, useId, useRef, useState } from 'react';
import { type Appointment, getAppointment } from '#shared/contract/appointments.ts';
import { appointmentHistory } from '#shared/contract/staff-appointments.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { formatTime } from '#shared/domain/format-time.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { useRead } from '#web/api/hooks.ts';
import { useUnsavedGuard } from '#web/api/unsaved.ts';
import { formatPatientName } from '#web/features/appointments/visit/appointment-names.ts';
import {
  getStaleAppointment,
  isNotFoundError,
  useVisitChange,
  type VersionedChange,
} from '#web/features/appointments/visit/change-appointment.ts';
import { StalePanel } from '#web/features/appointments/visit/stale-panel.tsx';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/form/textarea.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { deleteDeskDraft, scheduleDeskSave, useDeskDraftSaving } from './desk-draft-saving.ts';
import { getDraftStart, isDraftTouched, rebaseDraft, setDraftText, useDraftText } from './note-draft.ts';
import { mergeNoteText, type NotesMode } from './note-merge.ts';
import { handleSaveShortcut, SavingKeys } from './saving-keys.tsx';
import { useOpeningFocus } from './use-opening-focus.ts';

interface DeskNoteBoxProps {
  /** The appointment as it was when writing began. */
  seen: Appointment;
  /** The appointment in the list; undefined if it is no longer there. */
  fresh: Appointment | undefined;
  mode: NotesMode;
  /** Called after the note was saved or discarded. */
  onClose(): void;
}

/**
 * The desk's note of an appointment, which the patient can read. The text stays until it is saved or
 * discarded, whatever happens to the appointment.
 */
export function DeskNoteBox({ seen, fresh, mode, onClose }: DeskNoteBoxProps) {
  const text = useDraftText();
  const box = useRef<HTMLTextAreaElement>(null);
  const hint = useId();
  const { mutateAsync: saveVisit, isPending: busy } = useVisitChange();
  const [refused, setRefused] = useState<Appointment | null>(null);
  const { now, gone, by } = useConcurrentChange(seen, fresh, mode);
  // A box without typed text takes the newer version itself; there is no conflict.
  const current = refused ?? (now && now.version > seen.version && isDraftTouched() ? now : null);
  const blank = text.trim() === '';
  useOpeningFocus(box);
  useUnsavedGuard(isDraftTouched);
  const keeping = useDeskDraftSaving(seen.id);
  function giveUp() {
    deleteDeskDraft(seen.id);
    onClose();
  }

  async function save(change: VersionedChange) {
    try {
      await saveVisit({ id: seen.id, ...change });
      deleteDeskDraft(seen.id);
      onClose();
      showToast({
        kind: 'success',
        title: t('staff.notes.updatedTitle'),
        description: t('staff.notes.updatedText'),
      });
    } catch (error) {
      setRefused(getStaleAppointment(error));
      if (!getStaleAppointment(error) && !isNotFoundError(error)) {
        showErrorToast(t('staff.notes.failedTitle'), error, t('staff.notes.failed'));
      }
    }
  }
  const plain = { [mode === 'append' ? 'appendNote' : 'notes']: text, version: seen.version };
  const saveMine = () => void save(current ? mergeNoteText(mode, getDraftStart(), text, current) : plain);
  return (
    <>
      <label htmlFor={`${hint}-box`} className="text-small font-strong text-ink">
        {t(mode === 'append' ? 'staff.row.addNotes' : 'staff.row.editNotes')}
        <span className="sr-only">
          {joinWithComma('', t('staff.notes.label', { name: formatPatientName(seen.patient) }))}
        </span>
      </label>
      {gone && <Notice kind="danger" live title={t('staff.live.deleted')} />}
      {!gone && current && <StalePanel current={current} by={refused ? undefined : by} />}
      <Textarea
        ref={box}
        id={`${hint}-box`}
        aria-describedby={hint}
        dir="auto"
        maxLength={mode === 'append' ? 5000 : 20_000}
        className="min-h-[76px]!"
        value={text}
        onChange={({ target }) => {
          setDraftText(target.value);
          scheduleDeskSave(seen.id);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !isDraftTouched()) onClose();
          if (handleSaveShortcut(event) && !blank && !gone && !busy) saveMine();
        }}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p id={hint} className="me-auto text-xs leading-[1.5] text-ink-2 max-lg:w-full">
          {t(mode === 'append' ? 'staff.notes.appendHint' : 'staff.notes.overwriteHint')}{' '}
          <strong className="font-strong text-ink">{t('staff.notes.patientReads')}</strong>{' '}
          {!gone && <DraftSaveStatus keeping={keeping} />}
        </p>
        <div className="flex gap-2 max-lg:w-full">
          <Button kind="gho" size="sm" className="max-lg:flex-1" onClick={giveUp}>
            {t(current ? 'staff.live.takeTheirs' : 'staff.notes.cancel')}
          </Button>
          {!gone && (
            <Button
              size="sm"
              className="max-lg:flex-1"
              disabled={blank}
              busy={busy}
              busyLabel={t('staff.notes.saving')}
              title={blank ? t('staff.notes.blank') : undefined}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              onClick={saveMine}
            >
              {t(current ? 'staff.live.saveAnyway' : 'staff.notes.save')}
              <SavingKeys />
            </Button>
          )}
        </div>
      </div>
    </>
  );
}

/**
 * Changes to the appointment since writing began: its current state, whether it was deleted, and who changed
 * it last.
 */
function useConcurrentChange(seen: Appointment, fresh: Appointment | undefined, mode: NotesMode) {
  const looked = useRead(getAppointment, { params: { id: seen.id } }, { enabled: fresh === undefined });
  const now = fresh ?? looked.data;
  const changed = now !== undefined && now.version > seen.version;
  const history = useRead(appointmentHistory, { params: { id: seen.id } }, { enabled: changed });
  const last = history.data?.at(-1);
  const by =
    last?.actorName ??
    (last && t(last.actorRole === 'system' ? 'staff.history.system' : 'staff.history.herself'));
  useEffect(() => {
    // Nothing was typed yet: the box takes the newer version.
    if (changed && !isDraftTouched()) rebaseDraft(now, mode === 'overwrite' ? now.notes : '');
  }, [changed, now, mode]);
  return { now, gone: fresh === undefined && isNotFoundError(looked.error), by };
}

/** Whether the text is stored in case the browser crashes. */
function DraftSaveStatus({ keeping }: { keeping: ReturnType<typeof useDeskDraftSaving> }) {
  const lost = keeping?.state === 'lost';
  const time = keeping && formatTime(currentLang(), clinicClock(keeping.at).time);
  return (
    <>
      <span role="status">{lost && t('staff.note.notKept')}</span>
      {!lost && time && t('staff.note.kept', { time })}
    </>
  );
}
