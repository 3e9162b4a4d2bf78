import { createRoot } from 'react-dom/client';
import { logInteraction, logShownMessage } from '#web/api/log/browser-log.ts';
import { t } from '#web/i18n.ts';
import { ToastArea } from '#web/ui/overlay/toast.tsx';
import { toastStore } from '#web/ui/overlay/toast-store.ts';

/** Logs the title of a toast. Its description is not logged, because it may contain a person's name. */
function logToast(): void {
  const toast = toastStore.read();
  if (!toast) return;
  logInteraction('toast_shown', toast.kind, toast.title);
  logShownMessage('toast', toast.title, toast.kind);
}

/** Renders the toast area shared by all islands, at the end of the body. */
export function mountToasts(): void {
  const host = document.body.appendChild(document.createElement('div'));
  toastStore.subscribe(logToast);
  const region = t('common.toast.region');
  createRoot(host).render(<ToastArea labels={{ area: `${region} ({hotkey})`, message: region }} />);
}
