import { importWithRetry } from '#web/ui/frame/import-with-retry.ts';
import { runWhenIdle } from '#web/ui/overlay/lazy-preloaded.tsx';
import { showToast, type ToastMessage, toastStore } from '#web/ui/overlay/toast-store.ts';
import { showOfflineNote } from './offline-note.ts';

let pendingToastHost: Promise<unknown> | undefined;

/** Loads the code of toasts, so that the first toast appears without delay. */
export function loadToastHost(): Promise<unknown> {
  pendingToastHost ??= importWithRetry(() => import('./toast-host.tsx')).then(
    ({ mountToasts }) => mountToasts(),
    () => {
      pendingToastHost = undefined;
      if (toastStore.read() && !navigator.onLine) showOfflineNote();
    },
  );
  return pendingToastHost;
}

/**
 * For pages that show no toast by themselves: loads the code of toasts when the page is idle, at the latest
 * with the first touch or key, so that a toast can appear when the network is gone.
 */
export function preloadToastHost(): void {
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, () => void loadToastHost(), { once: true, capture: true, passive: true });
  runWhenIdle(loadToastHost);
}

/** Shows a toast from any island of a public page; all islands share one toast area. */
export function toast(message: ToastMessage): void {
  void loadToastHost();
  showToast(message);
}
