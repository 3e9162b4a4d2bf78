import { useEffect, useRef } from 'react';
import { getAppointment } from '#shared/contract/appointments.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatPatientName } from '#web/features/appointments/visit/appointment-names.ts';
import { t } from '#web/i18n.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { closeDraft, isDraftTouched, type NoteKind, openDraft, useDraftRow } from './note-draft.ts';
import { NoteEditor } from './note-editor.tsx';
import type { NotesMode } from './note-merge.ts';

interface NoteDialogProps {
  visit: { id: number; name: string };
  kind: NoteKind;
  mode: NotesMode;
  onClose(): void;
}

/** Dialog with the note of an appointment, for pages without rows. Mounted while it is open. */
export function NoteDialog({ visit, kind, mode, onClose }: NoteDialogProps) {
  const { data, isError, error, refetch } = useRead(getAppointment, { params: { id: visit.id } });
  const held = useDraftRow();
  const open = held?.id === visit.id;
  const begun = useRef(false);
  useEffect(() => {
    if (!data || begun.current) return;
    begun.current = true;
    // Text that was typed and not saved before closing is shown again.
    if (!(open && isDraftTouched())) openDraft(data, mode === 'overwrite' ? data.notes : '', kind);
  }, [data, open, mode, kind]);
  useEffect(() => () => (isDraftTouched() ? undefined : closeDraft()), []);
  return (
    <Dialog
      open
      size="md"
      title={t('staff.note.write', { name: data ? formatPatientName(data.patient) : visit.name })}
      closeLabel={t('common.action.close')}
      onClose={onClose}
    >
      {isError && !data && (
        <LoadFailed
          title={t('common.state.loadFailed')}
          reason={error.message}
          onAgain={() => void refetch()}
        />
      )}
      {!data && !isError && (
        <LoadingRegion label={t('common.state.loading')}>
          <Skeleton className="h-40" />
        </LoadingRegion>
      )}
      {open && <NoteEditor bare seen={held} fresh={data} mode={mode} onClose={onClose} />}
    </Dialog>
  );
}
