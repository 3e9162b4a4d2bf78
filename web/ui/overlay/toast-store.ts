import { createStore } from '#web/ui/store.ts';

export type ToastKind = 'success' | 'error' | 'info';
export type ToastMessage = { kind: ToastKind; title: string; description?: string };
export type ShownToast = ToastMessage & { id: number };

export const toastStore = createStore<ShownToast | undefined>(undefined);
let lastToastId = 0;

/** Shows a toast from anywhere; a newer toast replaces the older. */
export function showToast(message: ToastMessage): void {
  lastToastId += 1;
  toastStore.set({ ...message, id: lastToastId });
}

export function dismissToast(id: number): void {
  if (toastStore.read()?.id === id) toastStore.set(undefined);
}
