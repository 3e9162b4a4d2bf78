import { Stethoscope } from 'lucide-react';
import type { SharedNote } from '#shared/contract/clinical-notes.ts';
import { formatInstant } from '#shared/domain/format-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { t } from '#web/i18n.ts';

interface SharedNotesProps {
  lang: Lang;
  /** Notes of one appointment, newest first. */
  notes: readonly SharedNote[];
}

/** Clinical notes that doctors share with the patient, in full. A corrected note is marked. */
export function SharedNotes({ lang, notes }: SharedNotesProps) {
  return (
    <ul className="grid gap-2">
      {notes.map(({ id, text, at, signedBy }) => (
        <li key={id} className="grid gap-1 rounded-item bg-lilac/60 px-4 py-3 text-ink">
          <p className="flex items-start gap-2 text-small font-strong">
            <Stethoscope size={18} strokeWidth={1.7} aria-hidden="true" className="mt-px flex-none" />
            {t('account.appointments.fromDoctor', { name: doctorName(lang, signedBy) })}
          </p>
          <p dir="auto" className="text-ui leading-[1.6] whitespace-pre-line wrap-anywhere">
            {text}
          </p>
          <p className="text-xs text-ink-2">
            {formatInstant(lang, at)}
            {notes.some(({ corrects }) => corrects === id) && (
              <strong className="ms-2 font-strong">{t('account.appointments.putRight')}</strong>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
