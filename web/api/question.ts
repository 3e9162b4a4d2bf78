import type { WriteEndpoint } from '#shared/contract/endpoint.ts';
import { t } from '#web/i18n.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { useChange } from './changes.ts';
import { type CallInput } from './client.ts';
import { sayFailed } from './say-failed.ts';

interface QuestionOptions {
  onClose(): void;
  /** Said once it is done. */
  done: { title: string; description?: string };
  /** Said of a refusal that gives no reason. */
  failed?: string;
  untilRead?: boolean;
}

/** One write of the staff that is asked about first, for a `ConfirmDialog`: what came of it is said. */
export function useQuestion<E extends WriteEndpoint>(
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
      sayFailed(t('staff.toast.error'), error, failed);
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
