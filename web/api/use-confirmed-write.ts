import type { WriteEndpoint } from '#shared/contract/endpoint.ts';
import { t } from '#web/i18n.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { useChange } from './changes.ts';
import { type CallInput } from './client.ts';
import { showErrorToast } from './error-toast.ts';

interface QuestionOptions {
  onClose(): void;
  /** Success message. */
  done: { title: string; description?: string };
  /** Message for an error without a reason of its own. */
  failed?: string;
  untilRead?: boolean;
}

/** Props of a `ConfirmDialog` for one write by staff; shows the result in a toast. */
export function useConfirmedWrite<E extends WriteEndpoint>(
  spec: E,
  input: CallInput<E>,
  { onClose, done, failed = t('error.occurred'), ...options }: QuestionOptions,
) {
  const { mutateAsync: send, isPending: busy } = useChange(spec, options);
  async function confirm() {
    try {
      await send(input);
      showToast({ kind: 'success', ...done });
    } catch (error) {
      showErrorToast(t('staff.toast.error'), error, failed);
    }
    onClose();
  }
  return {
    open: true,
    safeLabel: t('common.action.cancel'),
    closeLabel: t('common.action.close'),
    busy,
    onCancel: onClose,
    onConfirm: () => void confirm(),
  };
}
