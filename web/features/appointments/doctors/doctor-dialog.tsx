import { type FormEvent, useState } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { formatVisit } from '#shared/domain/format-time.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { showNotifiedToast } from '#web/api/notified-text.ts';
import { formatPatientName } from '#web/features/appointments/visit/appointment-names.ts';
import { getStaleAppointment, useVisitChange } from '#web/features/appointments/visit/change-appointment.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Field } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { readDoctorChoice, toDoctorChoiceBody } from './doctor-choice.ts';
import { DoctorSelect } from './doctor-select.tsx';

/** Chooses the doctor of an appointment. Mounted while it is open. */
export function DoctorDialog({ row, onClose }: { row: Appointment; onClose(): void }) {
  const [seen, setSeen] = useState(row);
  const [choice, setChoice] = useState(readDoctorChoice(row));
  const [problem, setProblem] = useState<string>();
  const { mutateAsync: save, isPending } = useVisitChange();
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (choice === readDoctorChoice(seen)) return onClose();
    try {
      const saved = await save({ id: row.id, ...toDoctorChoiceBody(choice), version: seen.version });
      const text = t('staff.doctor.doneText', { name: formatPatientName(row.patient) });
      showNotifiedToast(t('staff.doctor.doneTitle'), text, saved);
      onClose();
    } catch (error) {
      const current = getStaleAppointment(error);
      if (current) setSeen(current);
      setProblem(getErrorMessage(error, t('staff.doctor.failed')));
    }
  }
  const when = formatVisit(currentLang(), seen.appointmentDate, seen.appointmentTime);
  return (
    <FormDialog
      title={t('staff.doctor.title')}
      description={t('staff.doctor.text', { name: formatPatientName(row.patient), when })}
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
