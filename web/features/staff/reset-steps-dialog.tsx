import { resetTwoSteps } from '#shared/contract/two-step.ts';
import type { User } from '#shared/contract/users.ts';
import { useChange } from '#web/api/changes.ts';
import { reasonOf } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';

/** For who has lost phone and codes: her password alone opens her account until she sets one up anew. */
export function ResetStepsDialog({
  person,
  onClose,
}: {
  person: Pick<User, 'id' | 'name'>;
  onClose(): void;
}) {
  const { id, name } = person;
  const reset = useChange(resetTwoSteps);
  async function confirm() {
    try {
      await reset.mutateAsync({ params: { id } });
      showToast({ kind: 'success', title: t('admin.staff.resetStepsDone'), description: name });
    } catch (error) {
      const description = reasonOf(error, t('error.unknown'));
      showToast({ kind: 'error', title: t('staff.toast.error'), description });
    }
    onClose();
  }
  return (
    <ConfirmDialog
      open
      destructive
      title={t('admin.staff.resetSteps')}
      description={t('admin.staff.resetStepsText', { name })}
      safeLabel={t('common.action.cancel')}
      confirmLabel={t('admin.staff.resetSteps')}
      closeLabel={t('common.action.close')}
      busy={reset.isPending}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    />
  );
}
