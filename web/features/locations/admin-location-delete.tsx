import { useState } from 'react';
import { deleteLocation, type Location } from '#shared/contract/locations.ts';
import { useChange } from '#web/api/changes.ts';
import { reasonOf } from '#web/api/client.ts';
import { inLang, t } from '#web/i18n.ts';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';

/** Deletes a branch. The server refuses while there are upcoming appointments and says how many. */
export function LocationDelete({ location, onClose }: { location: Location; onClose(): void }) {
  const { mutateAsync: erase, isPending: busy } = useChange(deleteLocation, { untilRead: true });
  const [failure, setFailure] = useState<string | null>(null);
  const name = inLang(location.name, location.nameAr);
  async function remove() {
    try {
      await erase({ params: { id: location.id } });
      showToast({
        kind: 'success',
        title: t('admin.locations.deletedTitle'),
        description: t('admin.locations.deletedText', { name }),
      });
      onClose();
    } catch (error) {
      const reason = reasonOf(error, t('admin.locations.deleteFailed'));
      setFailure(reason);
      showToast({ kind: 'error', title: t('staff.toast.error'), description: reason });
    }
  }
  return (
    <ConfirmDialog
      open
      title={t('admin.locations.deleteTitle', { name })}
      description={t('admin.locations.deleteText')}
      safeLabel={t('admin.locations.deleteKeep')}
      confirmLabel={t('admin.locations.deleteButton')}
      busyLabel={t('common.action.deleting')}
      closeLabel={t('common.action.close')}
      busy={busy}
      onCancel={onClose}
      onConfirm={() => void remove()}
    >
      {failure && (
        <Notice kind="danger" live title={t('admin.locations.deleteFailed')}>
          {failure}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
