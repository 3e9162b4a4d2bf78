import { t } from '#web/i18n.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { getErrorMessage } from './client.ts';

/** Shows an error toast with the server's reason, or with `otherwise`. */
export function showErrorToast(title: string, error: unknown, otherwise = t('error.unknown')): void {
  showToast({ kind: 'error', title, description: getErrorMessage(error, otherwise) });
}
