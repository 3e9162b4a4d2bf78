import { resetTwoSteps } from '#shared/contract/two-step.ts';
import type { User } from '#shared/contract/users.ts';
import { useConfirmedWrite } from '#web/api/use-confirmed-write.ts';
import { t } from '#web/i18n.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';

interface ResetStepsDialogProps {
  person: Pick<User, 'id' | 'name'>;
  onClose(): void;
}

/**
 * For a user who lost phone and recovery codes: removes the second sign-in step until the user sets it up
 * again.
 */
export function ResetStepsDialog({ person: { id, name }, onClose }: ResetStepsDialogProps) {
  const question = useConfirmedWrite(
    resetTwoSteps,
    { params: { id } },
    { done: { title: t('admin.staff.resetStepsDone'), description: name }, onClose },
  );
  return (
    <ConfirmDialog
      {...question}
      title={t('admin.staff.resetSteps')}
      description={t('admin.staff.resetStepsText', { name })}
      confirmLabel={t('admin.staff.resetSteps')}
    />
  );
}
