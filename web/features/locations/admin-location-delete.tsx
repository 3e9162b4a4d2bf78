import { useState } from 'react';
import { deleteLocation, type Location } from '#shared/contract/locations.ts';
import { useChange } from '#web/api/changes.ts';
import { reasonOf } from '#web/api/client.ts';
import { inLang, t } from '#web/i18n.ts';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { StillNeeded } from './still-needed.tsx';

interface LocationDeleteProps {
  location: Location;
  onSchedule(): void;
  onClose(): void;
}

/** Deletes a branch. The server refuses while there are upcoming appointments and says how many. */
export function LocationDelete({ location, onSchedule, onClose }: LocationDeleteProps) {
  const { mutateAsync: erase, isPending: busy } = useChange(deleteLocation, { untilRead: true });
  const [failure, setFailure] = useState<unknown>(null);
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
      setFailure(error);
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
      {failure !== null && (
        <Notice kind="danger" live title={t('admin.locations.deleteFailed')}>
          <p>{reasonOf(failure, t('error.unknown'))}</p>
          <StillNeeded error={failure} location={location} onSchedule={onSchedule} />
        </Notice>
      )}
    </ConfirmDialog>
  );
}
