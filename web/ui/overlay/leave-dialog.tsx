import { t } from '#web/i18n.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface LeaveDialogProps {
  open: boolean;
  /** Replaces the sentence that says that the input will be lost. */
  text?: string | undefined;
  onStay(): void;
  onLeave(): void;
}

/** Asks before the user leaves unsaved input. */
export function LeaveDialog({ open, text, onStay, onLeave }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      title={t('common.dialog.unsavedTitle')}
      description={text ?? t('common.dialog.unsavedText')}
      safeLabel={t('common.action.stay')}
      confirmLabel={t('common.action.leave')}
      closeLabel={t('common.action.close')}
      onCancel={onStay}
      onConfirm={onLeave}
    />
  );
}
