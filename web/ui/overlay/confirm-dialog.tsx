import { type ReactNode, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from './dialog.tsx';

export type ConfirmDialogProps = {
  open: boolean;
  title: ReactNode;
  /** Says what will be lost. */
  description: ReactNode;
  /** Button that changes nothing; it comes first and has the focus. */
  safeLabel: string;
  confirmLabel: string;
  busyLabel?: string;
  busy?: boolean;
  /** False for an action that destroys nothing. */
  destructive?: boolean;
  closeLabel: string;
  returnTo?(): HTMLElement | null | undefined;
  onCancel(): void;
  onConfirm(): void;
  children?: ReactNode;
};

export function ConfirmDialog({
  safeLabel,
  confirmLabel,
  busyLabel,
  busy,
  destructive = true,
  onCancel,
  onConfirm,
  ...dialog
}: ConfirmDialogProps) {
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      {...dialog}
      role="alertdialog"
      onClose={onCancel}
      initialFocus={safe}
      actions={
        <>
          <Button ref={safe} kind="out" onClick={onCancel}>
            {safeLabel}
          </Button>
          <Button kind={destructive ? 'dan' : 'pri'} busy={busy} busyLabel={busyLabel} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
