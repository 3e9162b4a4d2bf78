import { type Appointment, deleteAppointment } from '#shared/contract/appointments.ts';
import { dayClock, isLater } from '#shared/domain/clinic-time.ts';
import { formatTimeOf, formatWeekdayDate } from '#shared/domain/time-words.ts';
import { isOpen } from '#shared/domain/visits/appointment-status.ts';
import { useChange } from '#web/api/changes.ts';
import { now } from '#web/api/clock.ts';
import { readAgain } from '#web/api/hooks.ts';
import { showNotified } from '#web/api/notified-text.ts';
import { sayFailed } from '#web/api/say-failed.ts';
import { currentLang, t } from '#web/i18n.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { patientName } from './appointment-names.ts';
import { isGone, useVisitChange } from './change-appointment.ts';

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
        if (!isGone(error)) throw error;
      });
      showNotified(t('admin.appointments.deletedTitle'), t('admin.appointments.deletedText'), cancelled);
    } catch (error) {
      sayFailed(t('staff.toast.error'), error, t('admin.appointments.deleteFailed'));
    }
    void readAgain(['appointments']);
    onClose();
  }
  return (
    <ConfirmDialog
      open
      title={t('admin.appointments.deleteTitle')}
      description={t('admin.appointments.deleteText', {
        name: patientName(row.patient),
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
