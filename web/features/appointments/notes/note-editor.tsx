import { Lock, StickyNote } from 'lucide-react';
import { useId, useRef } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { useSession } from '#web/api/session.ts';
import { formatPatientName } from '#web/features/appointments/visit/appointment-names.ts';
import { t } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { TabPanel } from '#web/ui/frame/tab-list.tsx';
import { ClinicalNoteBox } from './clinical-note-box.tsx';
import { DeskNoteBox } from './desk-note-box.tsx';
import { closeDraft, type NoteKind, setDraftKind, useDraftKind } from './note-draft.ts';
import type { NotesMode } from './note-merge.ts';

interface NoteTabsProps {
  kind: NoteKind;
  onKind(kind: NoteKind): void;
  /** There is no appointment that could have a desk note. */
  onlyClinical?: boolean;
  /** Content beside the tabs. */
  aside?: React.ReactNode;
  children: React.ReactNode;
}

const icon = { size: 16, strokeWidth: 1.9, 'aria-hidden': true } as const;

/** Tabs with which a doctor chooses the readers: doctors, or the desk and the patient. */
export function NoteTabs({ kind, onKind, onlyClinical = false, aside, children }: NoteTabsProps) {
  const idBase = useId();
  const label = (of: NoteKind, Icon: typeof Lock) => ({
    value: of,
    label: (
      <span className="flex items-center gap-[6px]">
        <Icon {...icon} />
        {t(`staff.note.${of}`)}
      </span>
    ),
  });
  return (
    <>
      <div className="flex flex-wrap items-center gap-[10px]">
        <Segmented
          idBase={idBase}
          className="max-lg:w-full"
          label={t('staff.note.kind')}
          value={kind}
          onChange={(value) => onKind(value as NoteKind)}
          tabs={[label('clinical', Lock), ...(onlyClinical ? [] : [label('desk', StickyNote)])]}
        />
        {kind === 'clinical' && (
          <p className="min-w-0 flex-1 text-xs leading-[1.5] text-ink-2 max-lg:flex-auto">
            {t('staff.note.doctorsOnly')}
          </p>
        )}
        {aside}
      </div>
      <TabPanel idBase={idBase} value={kind} className="grid gap-[10px]">
        {children}
      </TabPanel>
    </>
  );
}

interface NoteEditorProps {
  /** The appointment as it was when writing began. */
  seen: Appointment;
  /** The appointment in the list; undefined if it is no longer there. */
  fresh: Appointment | undefined;
  mode: NotesMode;
  /** Inside a dialog, which has its own background and close button. */
  bare?: boolean;
  onClose?(): void;
}

/**
 * Editor of an appointment's note in the list, the board and the calendar: the desk's note, and for doctors
 * also the clinical note. note-draft.ts stores which appointment is edited.
 */
export function NoteEditor({ seen, fresh, mode, bare = false, onClose }: NoteEditorProps) {
  const { user } = useSession();
  const kind = useDraftKind();
  const frame = useRef<HTMLDivElement>(null);
  /** Returns the focus to the menu button of the appointment, unless the user has moved on. */
  function close() {
    const at = document.activeElement;
    if (!at || at === document.body || frame.current?.contains(at)) findRowMenuButton(seen.id)?.focus();
    closeDraft();
    onClose?.();
  }
  const desk = <DeskNoteBox seen={seen} fresh={fresh} mode={mode} onClose={close} />;
  const patient = { id: seen.userId, name: formatPatientName(seen.patient) };
  return (
    <div
      ref={frame}
      data-note-editor
      className={cx(
        'grid scroll-mb-4 gap-[10px] whitespace-normal max-lg:scroll-mb-24',
        !bare && 'my-1 rounded-item border border-line bg-page p-[14px]',
      )}
    >
      {user?.role === 'doctor' ? (
        <NoteTabs kind={kind} onKind={setDraftKind}>
          {kind === 'desk' ? (
            desk
          ) : (
            <ClinicalNoteBox
              autoFocus
              atVisit
              patient={patient}
              visitId={seen.id}
              onSigned={close}
              {...(bare ? {} : { onClose: close })}
            />
          )}
        </NoteTabs>
      ) : (
        desk
      )}
    </div>
  );
}

/** Menu button of an appointment, in any view. */
const findRowMenuButton = (id: number) => document.querySelector<HTMLElement>(`[data-row-menu="${id}"]`);
