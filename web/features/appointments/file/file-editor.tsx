import { useState } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { patientTimeline } from '#shared/contract/patients.ts';
import { formatInstant, formatVisit } from '#shared/domain/format-time.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { listLoadedRows, useList } from '#web/api/lists.ts';
import { useSession } from '#web/api/session.ts';
import { editClinicalDraft, useClinicalDraft } from '#web/features/appointments/notes/clinical-draft.ts';
import { ClinicalNoteBox } from '#web/features/appointments/notes/clinical-note-box.tsx';
import { DeskNoteBox } from '#web/features/appointments/notes/desk-note-box.tsx';
import {
  closeDraft,
  type NoteKind,
  openDraft,
  useDraftRow,
} from '#web/features/appointments/notes/note-draft.ts';
import { NoteTabs } from '#web/features/appointments/notes/note-editor.tsx';
import type { NotesMode } from '#web/features/appointments/notes/note-merge.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { buildTimelineInput } from './timeline.tsx';

interface FileEditorProps {
  patient: { id: number; name: string };
  today: string;
  mode: NotesMode;
}

const maxOfferedVisits = 8;

/**
 * The permanent editor of a doctor's file: a clinical note about today's appointment, another one or none,
 * and the desk's note of an appointment. Other users get the desk's note once they open an appointment.
 */
export function FileEditor({ patient, today, mode }: FileEditorProps) {
  const { user } = useSession();
  const held = useDraftRow();
  const list = useList(patientTimeline, buildTimelineInput(patient.id));
  const entries = listLoadedRows(list);
  const visits = entries.flatMap((entry) => (entry.kind === 'visit' ? [entry.visit] : []));
  const desk = held && (
    <DeskNoteBox
      seen={held}
      fresh={visits.find(({ id }) => id === held.id)}
      mode={mode}
      onClose={closeDraft}
    />
  );
  if (user?.role !== 'doctor') return desk && <Card className="grid gap-[10px] p-4">{desk}</Card>;
  // The initial appointment is known once the appointments are loaded.
  if (!list.data) return null;
  const been = visits.filter(({ appointmentDate }) => appointmentDate <= today).slice(0, maxOfferedVisits);
  return <DoctorsEditor patient={patient} today={today} visits={been} held={held} desk={desk} />;
}

interface DoctorsEditorProps extends Omit<FileEditorProps, 'mode'> {
  visits: readonly Appointment[];
  held: Appointment | null;
  desk: React.ReactNode;
}

function DoctorsEditor({ patient, today, visits, held, desk }: DoctorsEditorProps) {
  const draft = useClinicalDraft(patient.id);
  const [first] = useState(() => visits.find(({ appointmentDate }) => appointmentDate === today)?.id ?? null);
  const about = visits.find(({ id }) => id === draft?.appointmentId);
  const kind: NoteKind = held ? 'desk' : 'clinical';
  function turn(next: NoteKind) {
    const visit = about ?? visits[0];
    if (next === 'clinical') closeDraft();
    else if (visit) openDraft(visit);
  }
  const place = kind === 'clinical' && !draft?.corrects && visits.length > 0 && (
    <label className="flex min-w-0 items-center gap-2 text-xs text-ink-2">
      {t('staff.note.about')}
      <Select
        dense
        value={draft?.appointmentId ?? ''}
        onChange={({ target }) =>
          editClinicalDraft(patient.id, { appointmentId: Number(target.value) || null })
        }
      >
        {visits.map(({ id, appointmentDate, appointmentTime }) => (
          <option key={id} value={id}>
            {formatVisit(currentLang(), appointmentDate, appointmentTime)}
          </option>
        ))}
        {draft?.appointmentId && !about && (
          <option value={draft.appointmentId}>{t('staff.note.earlierVisit')}</option>
        )}
        <option value="">{t('staff.note.noVisit')}</option>
      </Select>
    </label>
  );
  return (
    <Card
      as="section"
      aria-label={t('staff.note.write', { name: patient.name })}
      className="grid gap-[10px] p-4"
    >
      <NoteTabs kind={kind} onKind={turn} onlyClinical={visits.length === 0} aside={place}>
        {kind === 'clinical' && draft?.corrects && (
          <CorrectionNotice patientId={patient.id} corrects={draft.corrects} />
        )}
        {kind === 'clinical' ? <ClinicalNoteBox patient={patient} visitId={first} /> : desk}
      </NoteTabs>
    </Card>
  );
}

/** Says which note the text corrects. */
function CorrectionNotice({ patientId, corrects }: { patientId: number; corrects: number }) {
  const list = useList(patientTimeline, buildTimelineInput(patientId));
  const notes = listLoadedRows(list).flatMap((entry) =>
    entry.kind === 'visit' ? entry.notes : entry.kind === 'note' ? [entry.note] : [],
  );
  const old = notes.find(({ id }) => id === corrects);
  return (
    <Notice title={t('staff.note.corrects')}>
      {old && (
        <p>
          {t('staff.note.correcting', {
            name: doctorName(currentLang(), old.signedBy),
            when: formatInstant(currentLang(), old.at),
          })}
        </p>
      )}
      <Button
        kind="out"
        size="sm"
        className="mt-2"
        onClick={() => editClinicalDraft(patientId, { corrects: null })}
      >
        {t('staff.note.notCorrecting')}
      </Button>
    </Notice>
  );
}
