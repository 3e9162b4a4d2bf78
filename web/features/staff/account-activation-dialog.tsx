import { changeStaff, listStaff, type StaffMember } from '#shared/contract/staff.ts';
import { sendChange, useMultiStepChange } from '#web/api/changes.ts';
import { ApiError, getErrorMessage } from '#web/api/client.ts';
import { type Displacement, getPreviewFailure } from '#web/api/displacement.ts';
import { refetchSubjects, useRead } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { useDepartureDisplacement } from './use-departure.ts';

interface AccountActivationDialogProps {
  member: StaffMember;
  displacement: Displacement;
  onClose(): void;
}

/** Deactivates or reactivates an account. Shows a doctor's upcoming appointments before. */
export function AccountActivationDialog({ member, displacement, onClose }: AccountActivationDialogProps) {
  const { id, name, deactivated } = member.user;
  const { data: members } = useRead(listStaff);
  /** Another admin may have saved the account since the dialog opened. */
  const { version } = members?.find(({ user }) => user.id === id) ?? member;
  const preview = useDepartureDisplacement(id, deactivated ? null : { deactivated: true });
  const { data: displaced, isLoading } = preview;
  const failed = getPreviewFailure(preview);
  const activationChange = useMultiStepChange(async (offers: boolean) => {
    if (failed) return;
    const body = { deactivated: !deactivated, version };
    try {
      await sendChange(changeStaff, { params: { id }, body }, { untilRead: true });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'stale') await refetchSubjects(['staff']);
      throw error;
    }
    const title = t(deactivated ? 'admin.staff.reactivatedTitle' : 'admin.staff.deactivatedTitle');
    showToast({ kind: 'success', title, description: name });
    if (displaced) await displacement.onSaved(displaced, offers);
    onClose();
  });
  const problem = (
    <>
      {failed && <LoadFailed title={t('plans.previewFailed')} {...failed} />}
      {activationChange.error && (
        <Notice kind="danger" live title={t('admin.staff.saveFailed')}>
          {getErrorMessage(activationChange.error, t('error.unknown'))}
        </Notice>
      )}
    </>
  );
  const words = {
    title: t(deactivated ? 'admin.staff.reactivateTitle' : 'admin.staff.deactivateTitle', { name }),
    description: t(deactivated ? 'admin.staff.reactivateText' : 'admin.staff.deactivateText', { name }),
    closeLabel: t('common.action.close'),
  };
  if (!displaced || displaced.count === 0)
    return (
      <ConfirmDialog
        open
        {...words}
        destructive={!deactivated}
        safeLabel={t('common.action.cancel')}
        confirmLabel={t(deactivated ? 'admin.staff.reactivate' : 'admin.staff.deactivate')}
        busy={activationChange.isPending || isLoading}
        onCancel={onClose}
        onConfirm={() => activationChange.mutate(false)}
      >
        {displaced && displacement.list(displaced)}
        {problem}
      </ConfirmDialog>
    );
  const busy = (offers: boolean) => activationChange.isPending && activationChange.variables === offers;
  return (
    <Dialog
      open
      {...words}
      size="md"
      onClose={onClose}
      actions={
        <>
          <Button kind="gho" onClick={onClose}>
            {t('common.action.cancel')}
          </Button>
          <Button
            kind="out"
            busy={busy(false)}
            disabled={busy(true)}
            onClick={() => activationChange.mutate(false)}
          >
            {t('admin.staff.deactivateOnly')}
          </Button>
          <Button busy={busy(true)} disabled={busy(false)} onClick={() => activationChange.mutate(true)}>
            {t('admin.staff.deactivateAndOffer')}
          </Button>
        </>
      }
    >
      <Notice kind="warn" title={t('admin.staff.departs', { n: displaced.count })}>
        {t('admin.staff.departsText')}
      </Notice>
      {displacement.list(displaced)}
      {problem}
    </Dialog>
  );
}
