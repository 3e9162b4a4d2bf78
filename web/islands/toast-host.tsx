import { createRoot } from 'react-dom/client';
import { noteInteraction, noteMessage } from '#web/api/log/browser-log.ts';
import { t } from '#web/i18n.ts';
import { ToastArea } from '#web/ui/overlay/toast.tsx';
import { toastStore } from '#web/ui/overlay/toast-store.ts';

/** The heading of what was shown goes into the logs; the sentence below it may name a person and does not. */
function noteToast(): void {
  const toast = toastStore.read();
  if (!toast) return;
  noteInteraction('toast_shown', toast.kind, toast.title);
  noteMessage('toast', toast.title, toast.kind);
}

/** One area for all islands of a page, at the end of the body. */
export function mountToasts(): void {
  const host = document.body.appendChild(document.createElement('div'));
  toastStore.subscribe(noteToast);
  const region = t('common.toast.region');
  createRoot(host).render(<ToastArea labels={{ area: `${region} ({hotkey})`, message: region }} />);
}
