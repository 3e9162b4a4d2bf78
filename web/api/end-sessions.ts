import { endSessionsOf, type User } from '#shared/contract/users.ts';
import { t } from '#web/i18n.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { useChange } from './changes.ts';
import { reasonOf } from './client.ts';

/** The question whether somebody is to be logged out everywhere, for a `ConfirmDialog`; what it does, too. */
export function useEndSessions({ id, name }: Pick<User, 'id' | 'name'>, onClose: () => void) {
  const { mutateAsync: end, isPending: busy } = useChange(endSessionsOf);
  async function confirm() {
    try {
      await end({ params: { id } });
      showToast({ kind: 'success', title: t('staff.endSessions.doneTitle'), description: name });
    } catch (error) {
      const description = reasonOf(error, t('error.unknown'));
      showToast({ kind: 'error', title: t('staff.toast.error'), description });
    }
    onClose();
  }
  return {
    open: true,
    title: t('staff.endSessions.title'),
    description: t('staff.endSessions.text', { name }),
    safeLabel: t('common.action.cancel'),
    confirmLabel: t('staff.endSessions.title'),
    closeLabel: t('common.action.close'),
    busy,
    onCancel: onClose,
    onConfirm: () => void confirm(),
  };
}
