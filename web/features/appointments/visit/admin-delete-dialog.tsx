import { type Appointment, deleteAppointment } from '#shared/contract/appointments.ts';
import { dayClock, isLater } from '#shared/domain/clinic-time.ts';
import { formatTimeOf, formatWeekdayDate } from '#shared/domain/format-time.ts';
import { isOpen } from '#shared/domain/visits/appointment-status.ts';
import { useChange } from '#web/api/changes.ts';
import { now } from '#web/api/clock.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { refetchSubjects } from '#web/api/hooks.ts';
import { showNotifiedToast } from '#web/api/notified-text.ts';
import { currentLang, t } from '#web/i18n.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { formatPatientName } from './appointment-names.ts';
import { isNotFoundError, useVisitChange } from './change-appointment.ts';

/**
 * Deletes an appointment after confirmation by name and time. A future appointment is cancelled first: the
 * answer says where the message to the patient was sent.
 */
export function AppointmentDelete({ row, onClose }: { row: Appointment; onClose(): void }) {
  const { mutateAsync: erase, isPending: busy } = useChange(deleteAppointment);
  const { mutateAsync: cancel, isPending: cancelling } = useVisitChange();
  const lang = currentLang();
  const { id, version, appointmentDate, appointmentTime } = row;
  const isToCome = isOpen(row.status) && isLater(appointmentDate, appointmentTime, dayClock(now()));
  async function remove() {
    try {
      const cancelled = isToCome ? await cancel({ id, version, status: 'cancelled' }) : {};
      await erase({ params: { id } }).catch((error: unknown) => {
        if (!isNotFoundError(error)) throw error;
      });
      showNotifiedToast(t('admin.appointments.deletedTitle'), t('admin.appointments.deletedText'), cancelled);
    } catch (error) {
      showErrorToast(t('staff.toast.error'), error, t('admin.appointments.deleteFailed'));
    }
    void refetchSubjects(['appointments']);
    onClose();
  }
  return (
    <ConfirmDialog
      open
      title={t('admin.appointments.deleteTitle')}
      description={t('admin.appointments.deleteText', {
        name: formatPatientName(row.patient),
        date: formatWeekdayDate(lang, appointmentDate),
        time: formatTimeOf(lang, appointmentDate, appointmentTime),
      })}
      safeLabel={t('common.action.keep')}
      confirmLabel={t('admin.appointments.delete')}
      busyLabel={t('common.action.deleting')}
      busy={busy || cancelling}
      closeLabel={t('common.action.close')}
      onCancel={onClose}
      onConfirm={() => void remove()}
    />
  );
}
