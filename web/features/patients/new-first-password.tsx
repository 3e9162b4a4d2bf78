import { useState } from 'react';
import { handOverPassword, type User } from '#shared/contract/users.ts';
import { useChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { generateInitialPassword } from '#web/api/fresh-password.ts';
import { t } from '#web/i18n.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import type { FirstSignIn } from './hand-over.tsx';
import { HandOverDialog } from './new-patient-dialog.tsx';

/**
 * A new first password for a patient who lost theirs and has no way to recover it. Asks first, because the
 * current password stops working.
 */
export function NewFirstPassword({ patient, onClose }: { patient: User; onClose(): void }) {
  const [given, setGiven] = useState<FirstSignIn | null>(null);
  const { mutateAsync: handOver, isPending: busy } = useChange(handOverPassword);
  async function give() {
    const password = generateInitialPassword();
    try {
      await handOver({ params: { id: patient.id }, body: { password } });
      setGiven({ name: patient.name, username: patient.username ?? '', password });
    } catch (error) {
      const description = error instanceof ApiError ? error.message : t('error.unknown');
      showToast({ kind: 'error', title: t('staff.toast.error'), description });
    }
  }
  if (given) return <HandOverDialog signIn={given} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      title={t('staff.handOver.reset')}
      description={t('staff.handOver.resetText', { name: patient.name })}
      safeLabel={t('common.action.cancel')}
      confirmLabel={t('common.action.continue')}
      closeLabel={t('common.action.close')}
      busy={busy}
      onCancel={onClose}
      onConfirm={() => void give()}
    />
  );
}
