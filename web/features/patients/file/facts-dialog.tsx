import { type FormEvent, useState } from 'react';
import { changePatientFile, type PatientFile } from '#shared/contract/patients.ts';
import { isRealDate } from '#shared/domain/clinic-time.ts';
import { changedSince } from '#web/api/boxes.ts';
import { useChange } from '#web/api/changes.ts';
import { ApiError, reasonOf } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';
import { Field } from '#web/ui/form/field.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';

/** Date of birth and old paper file. Mounted while it is open. */
export function FactsDialog({ file, today, onClose }: { file: PatientFile; today: string; onClose(): void }) {
  const [shown] = useState({ birthDate: file.birthDate ?? '', paperFile: file.paperFile ?? '' });
  const [birthDate, setBirthDate] = useState(shown.birthDate);
  const [paperFile, setPaperFile] = useState(shown.paperFile);
  const { mutate: save, isPending, error } = useChange(changePatientFile);
  const [wrong, setWrong] = useState(false);
  const ofBirth = error instanceof ApiError && 'birthDate' in error.fields;
  function submit(event: FormEvent) {
    event.preventDefault();
    const isWrong = birthDate !== '' && !(isRealDate(birthDate) && birthDate <= today);
    setWrong(isWrong);
    if (isWrong) return;
    save(
      {
        params: { id: file.user.id },
        body: changedSince(shown, { birthDate: birthDate || null, paperFile }),
      },
      { onSuccess: onClose },
    );
  }
  return (
    <FormDialog
      title={t('desk.file.edit')}
      submitLabel={t('common.action.saveChanges')}
      problem={error && !ofBirth ? reasonOf(error, t('desk.file.saveFailed')) : undefined}
      busy={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('desk.file.birthDate')}
        optional={t('common.field.optional')}
        {...(wrong || ofBirth ? { error: t('desk.file.birthWrong') } : {})}
      >
        <TextInput
          type="date"
          min="1901-01-01"
          max={today}
          value={birthDate}
          onChange={({ target }) => setBirthDate(target.value)}
        />
      </Field>
      <Field label={t('desk.file.paperFile')} optional={t('common.field.optional')}>
        <TextInput
          dir="auto"
          maxLength={40}
          autoComplete="off"
          value={paperFile}
          onChange={({ target }) => setPaperFile(target.value)}
        />
      </Field>
    </FormDialog>
  );
}
