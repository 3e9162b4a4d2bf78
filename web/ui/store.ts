import { useSyncExternalStore } from 'react';

/** One value for the whole page, which islands share though they share no React context. */
export interface Store<T> {
  read(): T;
  set(next: T): void;
  /** Calls back with every `set`; answers how to stop listening. */
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(first: T): Store<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    read: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What `select` sees in the store; during hydration what it sees in `onServer`, as in the server's HTML. */
export const useStore = <T, S>({ subscribe, read }: Store<T>, onServer: T, select: (value: T) => S): S =>
  useSyncExternalStore(
    subscribe,
    () => select(read()),
    () => select(onServer),
  );
