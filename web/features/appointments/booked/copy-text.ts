import { type MessageKey, t } from '#web/i18n.ts';
import { toast } from '#web/islands/toast.ts';

/**
 * Copies a text and shows a toast; if the browser denies access to the clipboard, the toast shows the text
 * itself.
 */
export async function copyText(text: string, done: MessageKey): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ kind: 'success', title: t(done) });
  } catch {
    toast({ kind: 'error', title: t('booking.booked.notCopied'), description: text });
  }
}
