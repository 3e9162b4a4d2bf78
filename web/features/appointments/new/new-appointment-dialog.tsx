import { BellRing } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '#web/api/session.ts';
import { DoctorSelect } from '#web/features/appointments/doctors/doctor-select.tsx';
import { openWishDialog } from '#web/features/appointments/wishing/open-wish-dialog.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { NamedOptions, Select } from '#web/ui/form/select.tsx';
import { Textarea } from '#web/ui/form/textarea.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { TimeQuestion } from './time-question.tsx';
import { dropFilledErrors, idBase, type NewAppointment, useNewAppointment } from './use-new-appointment.ts';
import { hasNothingFree } from './use-staff-times.ts';
import { VisitTimeFields } from './visit-time-fields.tsx';

export interface NewAppointmentDialogProps extends NewAppointment {
  /** Search for a patient or the chosen patient; `id` is for the control. */
  patientField(field: { id: string; error: string | undefined }): ReactNode;
}

/** Dialog "Create New Appointment". Mounted while it is open. */
export function NewAppointmentDialog({ patientField, ...props }: NewAppointmentDialogProps) {
  const { today, patient, onClose } = props;
  const { isAdmin } = useSession();
  const { names, when, setWhen, serviceId, setService, notes, setNotes, errors, ...state } =
    useNewAppointment(props);
  const { doctor, setDoctor, busy, asking, setAsking, times, place, submit, book } = state;
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        size="md"
        title={t('staff.newAppointment.title')}
        description={t('staff.newAppointment.text')}
        closeLabel={t('common.action.close')}
        onSubmit={submit}
        actions={
          <>
            <Button kind="gho" onClick={onClose}>
              {t('staff.newAppointment.cancel')}
            </Button>
            <Button type="submit" busy={busy && !asking} busyLabel={t('staff.newAppointment.submitting')}>
              {t('staff.newAppointment.submit')}
            </Button>
          </>
        }
      >
        {patientField({ id: `${idBase}-patient`, error: patient ? undefined : errors.patient })}
        <VisitTimeFields
          idBase={idBase}
          value={when}
          onChange={(change) => setWhen((before) => ({ ...before, ...change }))}
          times={times}
          locations={names.locations}
          today={today}
          errors={dropFilledErrors(errors, when)}
          service={
            <Field
              id={`${idBase}-service`}
              label={t('staff.newAppointment.service')}
              error={serviceId === null ? errors.service : undefined}
            >
              <Select
                value={serviceId ?? ''}
                onChange={({ target }) => setService(target.value === '' ? null : Number(target.value))}
              >
                <option value="">{t('staff.newAppointment.selectService')}</option>
                <NamedOptions of={names.services} />
              </Select>
            </Field>
          }
        />
        {patient && hasNothingFree(times) && (
          <Button
            kind="sec"
            size="sm"
            className="justify-self-start"
            icon={<BellRing size={18} strokeWidth={1.7} aria-hidden="true" />}
            onClick={() => {
              onClose();
              void openWishDialog({ today, patient, preset: { ...when, serviceId } });
            }}
          >
            {t('staff.newAppointment.wait')}
          </Button>
        )}
        <Field label={t('staff.doctor.label')} optional={t('common.field.optional')}>
          <DoctorSelect locationId={when.locationId} value={doctor} onChange={setDoctor} />
        </Field>
        <Field
          label={t('staff.newAppointment.notes')}
          help={`${t(isAdmin ? 'staff.newAppointment.notesHintAdmin' : 'staff.newAppointment.notesHint')} ${t('staff.notes.patientReads')}`}
        >
          <Textarea
            dir="auto"
            maxLength={20_000}
            className="min-h-[84px]!"
            value={notes}
            onChange={({ target }) => setNotes(target.value)}
          />
        </Field>
      </Dialog>
      {asking && when.time && (
        <TimeQuestion
          time={when.time}
          location={place}
          doubt={asking}
          busy={busy}
          onCancel={() => setAsking(null)}
          onConfirm={() => void book(asking)}
        />
      )}
    </>
  );
}
