import { Eye, History, Lock, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { type ClinicalNote, shareNote } from '#shared/contract/clinical-notes.ts';
import { formatInstant } from '#shared/domain/format-time.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { useChange } from '#web/api/changes.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { useSession } from '#web/api/session.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Pill } from '#web/ui/pill.tsx';

const icon = { size: 15, strokeWidth: 1.9, 'aria-hidden': true } as const;

interface FileTextBlockProps {
  look: 'clinical' | 'desk' | 'old';
  head: ReactNode;
  text: string;
  foot?: ReactNode;
}

/** A text of the file in full, with its author. */
export function FileTextBlock({ look, head, text, foot }: FileTextBlockProps) {
  return (
    <div className={cx('file-note', `is-${look}`)}>
      <p className="file-note-head">{head}</p>
      <p
        dir="auto"
        className="max-w-[68ch] text-ui leading-[1.6] whitespace-pre-line wrap-anywhere [text-align:-webkit-match-parent] arabic:leading-[1.8]"
      >
        {text}
      </p>
      {foot}
    </div>
  );
}

/** Name and title of the doctor at the time of signing, and the time. */
const formatSignature = ({ signedBy, at }: Pick<ClinicalNote, 'signedBy' | 'at'>): string =>
  t('staff.note.signature', {
    name: doctorName(currentLang(), signedBy),
    when: formatInstant(currentLang(), at),
  });

/** A clinical note as doctors read it, with its actions. */
export function ClinicalNoteEntry({ note, onCorrect }: { note: ClinicalNote; onCorrect(): void }) {
  const { user } = useSession();
  const { mutate: share, isPending } = useChange(shareNote);
  const corrected = note.correctedBy !== null;
  // A corrected note cannot be newly shared, but its sharing can be withdrawn.
  const mayShare = note.authorId === user?.id && note.appointmentId !== null && (!corrected || note.shared);
  const toggle = () =>
    share(
      { params: { id: note.id }, body: { shared: !note.shared } },
      {
        onError: (error) => showErrorToast(t('staff.toast.updateFailed'), error),
      },
    );
  return (
    <FileTextBlock
      look={corrected ? 'old' : 'clinical'}
      text={note.text}
      head={
        <>
          <Lock {...icon} />
          {t('staff.note.clinical')}
          <span className="font-normal">
            {note.shared ? t('staff.note.shared') : t('desk.file.doctorsOnly')}
          </span>
          {note.corrects !== null && (
            <Pill tone="neutral" icon={Pencil}>
              {t('staff.note.corrects')}
            </Pill>
          )}
          {corrected && (
            <Pill tone="neutral" icon={History}>
              {t('staff.note.corrected')}
            </Pill>
          )}
        </>
      }
      foot={
        <div className="flex flex-wrap items-center gap-x-3">
          <p className="me-auto flex items-start gap-[6px] text-xs text-ink-2">
            <Pencil {...icon} className="mt-[2px] flex-none" />
            {formatSignature(note)}
          </p>
          {!corrected && (
            <Button kind="gho" size="sm" onClick={onCorrect}>
              {t('staff.note.correct')}
            </Button>
          )}
          {mayShare && (
            <Button kind="gho" size="sm" icon={<Eye {...icon} />} busy={isPending} onClick={toggle}>
              {t(note.shared ? 'staff.note.unshare' : 'staff.note.share')}
            </Button>
          )}
        </div>
      }
    />
  );
}
