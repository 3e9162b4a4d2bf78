import { createRoot } from 'react-dom/client';
import { t } from '#web/i18n.ts';
import { ToastArea } from '#web/ui/toast.tsx';

/** One area for all islands of a page, at the end of the body. */
export function mountToasts(): void {
  const host = document.body.appendChild(document.createElement('div'));
  const region = t('common.toast.region');
  createRoot(host).render(<ToastArea labels={{ area: `${region} ({hotkey})`, message: region }} />);
}
