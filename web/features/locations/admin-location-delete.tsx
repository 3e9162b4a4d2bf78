import { useState } from 'react';
import { deleteLocation, type Location } from '#shared/contract/locations.ts';
import { useChange } from '#web/api/changes.ts';
import { ApiError, getErrorMessage } from '#web/api/client.ts';
import { pickLanguage, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { StillOpenLinks } from '#web/ui/still-open-links.tsx';

interface LocationDeleteProps {
  location: Location;
  /** The branch is closed already: its closing is not offered again. */
  isClosed: boolean;
  /** Opens the form of the branch to close it from a day on, which offers its patients other times. */
  onCloseFrom(): void;
  onClose(): void;
}

const isBranchStillOpen = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'has_future_appointments' || error.code === 'still_open');

/** Deletes a branch. The server refuses while there are upcoming appointments and says how many. */
export function LocationDelete({ location, isClosed, onCloseFrom, onClose }: LocationDeleteProps) {
  const { mutateAsync: erase, isPending: busy } = useChange(deleteLocation, { untilRead: true });
  const [failure, setFailure] = useState<unknown>(null);
  const name = pickLanguage(location.name, location.nameAr);
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
          <p>{getErrorMessage(failure, t('error.unknown'))}</p>
          {isBranchStillOpen(failure) && (
            <>
              <StillOpenLinks filter={`location=${location.id}`} />
              {!isClosed && (
                <Button kind="out" size="sm" className="mt-3" onClick={onCloseFrom}>
                  {t('admin.closing.start')}
                </Button>
              )}
            </>
          )}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
