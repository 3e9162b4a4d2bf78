import { type Appointment, deleteAppointment } from '#shared/contract/appointments.ts';
import { formatTimeOf, formatWeekdayDate } from '#shared/domain/time-words.ts';
import { useChange } from '#web/api/changes.ts';
import { readAgain } from '#web/api/hooks.ts';
import { sayFailed } from '#web/api/say-failed.ts';
import { currentLang, t } from '#web/i18n.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { patientName } from './appointment-names.ts';
import { isGone } from './change-appointment.ts';

/** Removing an appointment, by name and time. */
export function AppointmentDelete({ row, onClose }: { row: Appointment; onClose(): void }) {
  const { mutateAsync: erase, isPending: busy } = useChange(deleteAppointment);
  const lang = currentLang();
  async function remove() {
    try {
      await erase({ params: { id: row.id } }).catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
      showToast({
        kind: 'success',
        title: t('admin.appointments.deletedTitle'),
        description: t('admin.appointments.deletedText'),
      });
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
        date: formatWeekdayDate(lang, row.appointmentDate),
        time: formatTimeOf(lang, row.appointmentDate, row.appointmentTime),
      })}
      safeLabel={t('common.action.keep')}
      confirmLabel={t('admin.appointments.delete')}
      busyLabel={t('common.action.deleting')}
      busy={busy}
      closeLabel={t('common.action.close')}
      onCancel={onClose}
      onConfirm={() => void remove()}
    />
  );
}
