import { fetchCode } from '#web/ui/frame/fetch-code.ts';
import { showToast, type ToastMessage } from '#web/ui/overlay/toast-store.ts';

let area: Promise<unknown> | undefined;

/** Fetches what shows messages, so that the first one does not wait for it. */
export function prepareToasts(): Promise<unknown> {
  area ??= fetchCode(() => import('./toast-host.tsx')).then(
    ({ mountToasts }) => mountToasts(),
    () => {
      area = undefined;
    },
  );
  return area;
}

/** For pages that say nothing unasked: what shows messages is fetched with the first touch or key. */
export function prepareToastsOnTouch(): void {
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, () => void prepareToasts(), { once: true, capture: true, passive: true });
}

/** Says one thing for a moment, from any island of a public page: they share one area. */
export function toast(message: ToastMessage): void {
  void prepareToasts();
  showToast(message);
}
