const draftKeyPrefix = 'draft:';

/** All drafts of this tab, as stored. */
export const listStoredDrafts = (): [key: string, typed: string][] =>
  Array.from({ length: sessionStorage.length }, (_, i) => sessionStorage.key(i) ?? '')
    .filter((key) => key.startsWith(draftKeyPrefix))
    .map((key) => [key, sessionStorage.getItem(key) ?? '']);

/**
 * Unsent form input, kept in sessionStorage: it survives a reload, a change of language, Back and an idle
 * timeout of the session, and is deleted when it is sent or the user signs out. Never for passwords or staff
 * notes about a patient.
 */
export function draftStore<T extends object>(name: string) {
  const key = draftKeyPrefix + name;
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
        // Without storage the form works; only the draft is lost.
      }
    },
    clear(): void {
      try {
        sessionStorage.removeItem(key);
      } catch {
        // Nothing was stored.
      }
    },
  };
}
