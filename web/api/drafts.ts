const prefix = 'draft:';

/** Every draft of this tab, as it is stored. */
export const draftsHere = (): [key: string, typed: string][] =>
  Array.from({ length: sessionStorage.length }, (_, i) => sessionStorage.key(i) ?? '')
    .filter((key) => key.startsWith(prefix))
    .map((key) => [key, sessionStorage.getItem(key) ?? '']);

/**
 * What a person typed and did not send, kept in the tab: it outlives a reload, the other language, Back and
 * the end of her session by idleness, and is gone once it is sent or she signs out. Never passwords, never
 * what staff note about a patient.
 */
export function draftStore<T extends object>(name: string) {
  const key = prefix + name;
  return {
    read(): Partial<T> {
      try {
        return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<T> | null) ?? {};
      } catch {
        return {};
      }
    },
    keep(typed: T): void {
      try {
        sessionStorage.setItem(key, JSON.stringify(typed));
      } catch {
        // A browser that keeps nothing only loses the convenience.
      }
    },
    clear(): void {
      try {
        sessionStorage.removeItem(key);
      } catch {
        // Nothing was kept.
      }
    },
  };
}
