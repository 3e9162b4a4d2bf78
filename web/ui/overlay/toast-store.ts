export type ToastKind = 'success' | 'error' | 'info';
export type ToastMessage = { kind: ToastKind; title: string; description?: string };
export type ShownToast = ToastMessage & { id: number };

let current: ShownToast | undefined;
let count = 0;
const listeners = new Set<() => void>();

function replace(next: ShownToast | undefined) {
  current = next;
  for (const listener of listeners) listener();
}

/** Says one thing for a moment, from anywhere; a newer message takes the place of the older. */
export function showToast(message: ToastMessage): void {
  count += 1;
  replace({ ...message, id: count });
}

export function dismissToast(id: number): void {
  if (current?.id === id) replace(undefined);
}

export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): ShownToast | undefined => current,
  readOnServer: (): undefined => undefined,
};
