import { useState } from 'react';
import { listUserAppointments } from '#shared/contract/appointments.ts';
import { deleteUser, type User } from '#shared/contract/users.ts';
import { useChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { useList } from '#web/api/lists.ts';
import { t } from '#web/i18n.ts';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';

/**
 * Deletes an account. If it has appointments, the personal data is removed and the appointments stay; the
 * confirmation says which applies.
 */
export function PatientDelete({ patient, onClose }: { patient: User; onClose(): void }) {
  const { mutateAsync: erase, isPending: busy } = useChange(deleteUser, { untilRead: true });
  const [failure, setFailure] = useState<string | null>(null);
  const { data } = useList(listUserAppointments, { params: { id: patient.id }, query: { limit: '1' } });
  const visits = data && Number.parseInt(data.pages[0]?.total ?? '0', 10);
  async function remove() {
    try {
      await erase({ params: { id: patient.id } });
      showToast({
        kind: 'success',
        title: t('admin.patients.deletedTitle'),
        description: t('admin.patients.deletedText'),
      });
      onClose();
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : t('error.unknown'));
    }
  }
  const words = () => {
    if (visits === undefined) return t('common.state.loading');
    return visits === 0
      ? t('admin.patients.deleteText')
      : t('admin.patients.deleteVisitsText', { n: visits });
  };
  return (
    <ConfirmDialog
      open
      title={t('admin.patients.deleteTitle', { name: patient.name })}
      description={words()}
      safeLabel={t('common.action.keep')}
      confirmLabel={t('admin.patients.deleteButton')}
      busyLabel={t(visits === undefined ? 'common.state.loading' : 'common.action.deleting')}
      busy={busy || visits === undefined}
      closeLabel={t('common.action.close')}
      onCancel={onClose}
      onConfirm={() => void remove()}
    >
      {failure && (
        <Notice kind="danger" live title={t('admin.patients.deleteFailed')}>
          {failure}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
