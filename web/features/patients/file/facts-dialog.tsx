import { type FormEvent, useState } from 'react';
import { changePatientFile, type PatientFile } from '#shared/contract/patients.ts';
import { isRealDate } from '#shared/domain/clinic-time.ts';
import { useChange } from '#web/api/changes.ts';
import { ApiError, getErrorMessage } from '#web/api/client.ts';
import { pickChangedFields } from '#web/api/form-values.ts';
import { t } from '#web/i18n.ts';
import { Field } from '#web/ui/form/field.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { Textarea } from '#web/ui/form/textarea.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';

function getFactsFormError(error: ApiError | null, ofBirth: boolean): string | undefined {
  if (!error || ofBirth) return undefined;
  return error.code === 'stale'
    ? `${t('common.stale.title')}. ${t('common.stale.text')}`
    : getErrorMessage(error, t('desk.file.saveFailed'));
}

interface PatientFactsInput {
  birthDate: string | null;
  paperFile: string;
  note: string;
}

const toFactsInput = ({ birthDate, paperFile, note, version }: PatientFile) => ({
  birthDate: birthDate ?? '',
  paperFile: paperFile ?? '',
  note,
  version,
});

/** Date of birth, old paper file and note. Mounted while it is open. */
export function FactsDialog({ file, today, onClose }: { file: PatientFile; today: string; onClose(): void }) {
  const [shown, setShown] = useState(() => toFactsInput(file));
  const [birthDate, setBirthDate] = useState(shown.birthDate);
  const [paperFile, setPaperFile] = useState(shown.paperFile);
  const [note, setNote] = useState(shown.note);
  const { mutate: save, isPending, error } = useChange(changePatientFile);
  const [wrong, setWrong] = useState(false);
  const ofBirth = error instanceof ApiError && 'birthDate' in error.fields;
  /**
   * After another user saved first: fields not edited here take the saved value, edited ones keep what was
   * typed.
   */
  function continueFromSaved(refusal: ApiError) {
    if (refusal.code !== 'stale' || !refusal.current) return;
    const saved = toFactsInput(refusal.current as PatientFile);
    if (birthDate === shown.birthDate) setBirthDate(saved.birthDate);
    if (paperFile === shown.paperFile) setPaperFile(saved.paperFile);
    if (note === shown.note) setNote(saved.note);
    setShown(saved);
  }
  const savedBySomebody = (name: keyof PatientFactsInput, typed: string): string | undefined =>
    error?.code === 'stale' && shown[name] !== typed
      ? t('common.stale.savedValue', { value: shown[name] || t('common.state.none') })
      : undefined;
  function submit(event: FormEvent) {
    event.preventDefault();
    const isWrong = birthDate !== '' && !(isRealDate(birthDate) && birthDate <= today);
    setWrong(isWrong);
    if (isWrong) return;
    save(
      {
        params: { id: file.user.id },
        body: {
          ...pickChangedFields<PatientFactsInput>(shown, { birthDate: birthDate || null, paperFile, note }),
          version: shown.version,
        },
      },
      { onSuccess: onClose, onError: continueFromSaved },
    );
  }
  return (
    <FormDialog
      title={t('desk.file.edit')}
      submitLabel={t('common.action.saveChanges')}
      problem={getFactsFormError(error, ofBirth)}
      busy={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('desk.file.birthDate')}
        optional={t('common.field.optional')}
        error={wrong || ofBirth ? t('desk.file.birthWrong') : savedBySomebody('birthDate', birthDate)}
      >
        <TextInput
          type="date"
          min="1901-01-01"
          max={today}
          value={birthDate}
          onChange={({ target }) => setBirthDate(target.value)}
        />
      </Field>
      <Field
        label={t('desk.file.paperFile')}
        optional={t('common.field.optional')}
        error={savedBySomebody('paperFile', paperFile)}
      >
        <TextInput
          dir="auto"
          maxLength={40}
          autoComplete="off"
          value={paperFile}
          onChange={({ target }) => setPaperFile(target.value)}
        />
      </Field>
      <Field label={t('desk.file.note')} optional={t('common.field.optional')}>
        <Textarea
          dir="auto"
          rows={4}
          maxLength={20_000}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </Field>
    </FormDialog>
  );
}
