import { useSyncExternalStore } from 'react';

/** One value for the whole page, shared by islands, which have no common React context. */
export interface Store<T> {
  read(): T;
  set(next: T): void;
  /** Calls back after every `set`; returns a function that stops listening. */
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

/** The selected part of the store; during hydration that of `onServer`, as in the server's HTML. */
export const useStore = <T, S>({ subscribe, read }: Store<T>, onServer: T, select: (value: T) => S): S =>
  useSyncExternalStore(
    subscribe,
    () => select(read()),
    () => select(onServer),
  );
