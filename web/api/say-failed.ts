import { t } from '#web/i18n.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { reasonOf } from './client.ts';

/** Says for a moment what did not succeed and why: the server's reason, else the screen's own words. */
export function sayFailed(title: string, error: unknown, otherwise = t('error.unknown')): void {
  showToast({ kind: 'error', title, description: reasonOf(error, otherwise) });
}
