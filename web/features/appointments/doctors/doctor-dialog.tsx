import { type FormEvent, useState } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { formatVisit } from '#shared/domain/time-words.ts';
import { reasonOf } from '#web/api/client.ts';
import { patientName } from '#web/features/appointments/visit/appointment-names.ts';
import { staleState, useVisitChange } from '#web/features/appointments/visit/change-appointment.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Field } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { choiceOf, wantedOf } from './doctor-choice.ts';
import { DoctorSelect } from './doctor-select.tsx';

/** Chooses the doctor of an appointment. Mounted while it is open. */
export function DoctorDialog({ row, onClose }: { row: Appointment; onClose(): void }) {
  const [seen, setSeen] = useState(row);
  const [choice, setChoice] = useState(choiceOf(row));
  const [problem, setProblem] = useState<string>();
  const { mutateAsync: save, isPending } = useVisitChange();
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (choice === choiceOf(seen)) return onClose();
    try {
      await save({ id: row.id, ...wantedOf(choice), version: seen.version });
    } catch (error) {
      const current = staleState(error);
      if (current) setSeen(current);
      return setProblem(reasonOf(error, t('staff.doctor.failed')));
    }
    showToast({ kind: 'success', title: t('staff.doctor.doneTitle'), description: patientName(row.patient) });
    onClose();
  }
  const when = formatVisit(currentLang(), seen.appointmentDate, seen.appointmentTime);
  return (
    <FormDialog
      title={t('staff.doctor.title')}
      description={t('staff.doctor.text', { name: patientName(row.patient), when })}
      submitLabel={t('staff.doctor.save')}
      problem={problem}
      busy={isPending}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Field label={t('staff.doctor.label')}>
        <DoctorSelect locationId={seen.locationId} value={choice} onChange={setChoice} />
      </Field>
    </FormDialog>
  );
}
