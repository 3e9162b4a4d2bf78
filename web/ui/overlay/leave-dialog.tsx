import { t } from '#web/i18n.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface LeaveDialogProps {
  open: boolean;
  onStay(): void;
  onLeave(): void;
}

/** Asks before the user leaves unsaved input. */
export function LeaveDialog({ open, onStay, onLeave }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      title={t('common.dialog.unsavedTitle')}
      description={t('common.dialog.unsavedText')}
      safeLabel={t('common.action.stay')}
      confirmLabel={t('common.action.leave')}
      closeLabel={t('common.action.close')}
      onCancel={onStay}
      onConfirm={onLeave}
    />
  );
}
