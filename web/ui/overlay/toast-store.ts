import { createStore } from '#web/ui/store.ts';

export type ToastKind = 'success' | 'error' | 'info';
export type ToastMessage = { kind: ToastKind; title: string; description?: string };
export type ShownToast = ToastMessage & { id: number };

export const toastStore = createStore<ShownToast | undefined>(undefined);
let count = 0;

/** Says one thing for a moment, from anywhere; a newer message takes the place of the older. */
export function showToast(message: ToastMessage): void {
  count += 1;
  toastStore.set({ ...message, id: count });
}

export function dismissToast(id: number): void {
  if (toastStore.read()?.id === id) toastStore.set(undefined);
}
