import { type MessageKey, t } from '#web/i18n.ts';
import { toast } from '#web/islands/toast.ts';

/** Copies and says so; where the browser does not let it the text itself is shown. */
export async function copyText(text: string, done: MessageKey): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ kind: 'success', title: t(done) });
  } catch {
    toast({ kind: 'error', title: t('booking.booked.notCopied'), description: text });
  }
}
