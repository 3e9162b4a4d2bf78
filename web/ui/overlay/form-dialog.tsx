import type { FormEventHandler, ReactNode } from 'react';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

type FormDialogProps = Pick<DialogProps, 'title' | 'description' | 'size' | 'initialFocus' | 'onClose'> & {
  /** Undefined if there is nothing to save. */
  submitLabel: string | undefined;
  /** Error of the form as a whole. */
  problem: string | undefined;
  busy: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
};

/** A dialog with a form: cancel, save, and the form's error above the fields. */
export function FormDialog({ submitLabel, problem, busy, onClose, children, ...rest }: FormDialogProps) {
  return (
    <Dialog
      open
      {...rest}
      onClose={onClose}
      closeLabel={t('common.action.close')}
      actions={
        <>
          <Button kind="out" onClick={onClose}>
            {t('common.action.cancel')}
          </Button>
          {submitLabel && (
            <Button type="submit" busy={busy} busyLabel={t('common.action.saving')}>
              {submitLabel}
            </Button>
          )}
        </>
      }
    >
      {problem && (
        <Notice kind="danger" live>
          {problem}
        </Notice>
      )}
      {children}
    </Dialog>
  );
}
