import { fetchCode } from '#web/ui/frame/fetch-code.ts';
import { whenIdle } from '#web/ui/overlay/later.tsx';
import { showToast, type ToastMessage, toastStore } from '#web/ui/overlay/toast-store.ts';
import { showOfflineNote } from './offline-note.ts';

let area: Promise<unknown> | undefined;

/** Fetches what shows messages, so that the first one does not wait for it. */
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
 * For pages that say nothing unasked: what shows messages is fetched once the page is at rest, so that the first
 * press can be answered without a network; at the latest with the first touch or key.
 */
export function prepareToastsSoon(): void {
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, () => void prepareToasts(), { once: true, capture: true, passive: true });
  whenIdle(prepareToasts);
}

/** Says one thing for a moment, from any island of a public page: they share one area. */
export function toast(message: ToastMessage): void {
  void prepareToasts();
  showToast(message);
}
