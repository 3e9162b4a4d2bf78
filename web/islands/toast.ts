import { fetchCode } from '#web/ui/frame/fetch-code.ts';
import { whenIdle } from '#web/ui/overlay/later.tsx';
import { showToast, type ToastMessage, toastStore } from '#web/ui/overlay/toast-store.ts';
import { showOfflineNote } from './offline-note.ts';

let area: Promise<unknown> | undefined;

/** Loads the code of toasts, so that the first toast appears without delay. */
export function prepareToasts(): Promise<unknown> {
  area ??= fetchCode(() => import('./toast-host.tsx')).then(
    ({ mountToasts }) => mountToasts(),
    () => {
      area = undefined;
      if (toastStore.read() && !navigator.onLine) showOfflineNote();
    },
  );
  return area;
}

/**
 * For pages that show no toast by themselves: loads the code of toasts when the page is idle, at the latest
 * with the first touch or key, so that a toast can appear when the network is gone.
 */
export function prepareToastsSoon(): void {
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, () => void prepareToasts(), { once: true, capture: true, passive: true });
  whenIdle(prepareToasts);
}

/** Shows a toast from any island of a public page; all islands share one toast area. */
export function toast(message: ToastMessage): void {
  void prepareToasts();
  showToast(message);
}
