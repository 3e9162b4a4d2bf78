import { t } from '#web/i18n.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { reasonOf } from './client.ts';

/** Shows an error toast with the server's reason, or with `otherwise`. */
export function sayFailed(title: string, error: unknown, otherwise = t('error.unknown')): void {
  showToast({ kind: 'error', title, description: reasonOf(error, otherwise) });
}
